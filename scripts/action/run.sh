#!/usr/bin/env bash
# Probes the server, renders the report, compares it with a baseline. Ends with the exit code of
# the probe, or with that of the comparison when the probe's is 0.
#
# In:  INPUT_…, one variable for each input of the action, but never the token: the server that is
#      started here inherits the environment
# Out: the report and what is rendered from it, the outputs of the action, the job summary
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" >/dev/null && pwd)
# shellcheck source=scripts/action/lib.sh
source "$here/lib.sh"

# Git Bash would turn the words of a server command that look like paths into Windows paths.
export MSYS_NO_PATHCONV=1 MSYS2_ARG_CONV_EXCL='*'

# A mistake in the workflow: nothing has been started, no output is written.
usage() {
  annotate error "$1"
  exit 2
}

# flag NAME VALUE: whether a boolean input is on. A misspelled "yes" must not leave a gate open.
flag() {
  case $2 in
    true) return 0 ;;
    false | '') return 1 ;;
    *) usage "$1 must be true or false" ;;
  esac
}

# file NAME VALUE: sets $path to the file that an input names, in a form that is no option.
file() {
  path=$2
  case $path in
    *[[:cntrl:]]*) usage "$1 has a control character" ;;
    -*) path=./$path ;;
  esac
}

# needs COMMAND OPTION INPUT: what this mcpeval does not know yet must not be dropped silently.
needs() {
  local help known="(^|[[:space:],])$2([[:space:]=,]|\$)"
  help=$(mcpeval "$1" --help 2>/dev/null </dev/null) || help=
  if [[ ! $help =~ $known ]]; then
    usage "$3 needs 'mcpeval $1 $2', which this mcpeval lacks: use a newer version"
  fi
}

cr=$'\r'

# Sets $words to the server command: a JSON array, or what stands between blanks, without quoting.
read_command() {
  local text=${INPUT_COMMAND//$cr/ } word
  text=${text#"${text%%[![:space:]]*}"}
  words=()
  if [[ $text != '['* ]]; then
    read -r -d '' -a words <<<"$text" || true
    return
  fi
  json -es 'length == 1 and (.[0] | type == "array" and length > 0
      and all(.[]; type == "string" and (explode | all(. != 0))))' \
    <<<"$text" >/dev/null 2>&1 || usage 'command is no JSON array of one or more strings'
  while IFS= read -r -d '' word; do words+=("$word"); done < <(jq -j '.[] | ., "\u0000"' <<<"$text")
}

output() {
  printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# Keeps the first exit code that is not 0.
status=0
keep() {
  if ((status == 0)); then status=$1; fi
}

# render FORMAT FILE [option…]: a report that fails its gate is rendered like any other.
render() {
  local format=$1 to=$2 code=0
  shift 2
  mcpeval report "$report" --format "$format" "$@" >"$to" </dev/null || code=$?
  case $code in
    0 | 1 | 3) return 0 ;;
  esac
  annotate error "the report cannot be rendered as $format"
  keep 3
  return 1
}

for tool in mcpeval jq; do
  if ! has "$tool"; then
    annotate error "$tool is needed and is not on PATH"
    exit 3
  fi
done

# 1. What is asked for

file manifest "${INPUT_MANIFEST:-mcp-eval.manifest.json}" && manifest=$path
file report-path "${INPUT_REPORT_PATH:-mcpeval.report.json}" && report=$path
file baseline "$INPUT_BASELINE" && baseline=$path

target='none'
read_command
if ((${#words[@]} > 0)); then target='command'; fi
if [[ $INPUT_URL == *[![:space:]]* ]]; then
  if [[ $target == command ]]; then usage 'command and url exclude each other'; fi
  target=url
fi
if [[ $target == none ]]; then usage 'one of command and url is needed'; fi

probe=(probe --server "$INPUT_SERVER" --manifest "$manifest" --format json)
diff=(diff "$baseline" "$report" --format markdown --fail-on-regression)
floor='' drop=''

needs report --format 'the job summary'
if flag allow-mutation "$INPUT_ALLOW_MUTATION"; then
  needs probe --allow-mutation allow-mutation
  probe+=(--allow-mutation)
fi
if [[ -n $INPUT_MIN_READINESS ]]; then
  needs probe --min-readiness min-readiness
  probe+=(--min-readiness "$INPUT_MIN_READINESS") floor=yes
fi
read -r -d '' -a areas <<<"${INPUT_MIN_AREA//$cr/ }" || true
if ((${#areas[@]} > 0)); then
  needs probe --min-area min-area
  for area in "${areas[@]}"; do probe+=(--min-area "$area"); done
  floor=yes
fi
if [[ -n $baseline ]]; then needs diff --fail-on-regression baseline; fi
if flag fail-on-change "$INPUT_FAIL_ON_CHANGE"; then
  if [[ -z $baseline ]]; then
    annotate warning 'fail-on-change does nothing without baseline'
  else
    needs diff --fail-on-change fail-on-change
    diff+=(--fail-on-change)
  fi
fi
if flag fail-on-breaking "$INPUT_FAIL_ON_BREAKING"; then
  if [[ -z $baseline ]]; then usage 'fail-on-breaking needs baseline'; fi
  needs diff --fail-on-breaking fail-on-breaking
  diff+=(--fail-on-breaking)
fi
if [[ -n $INPUT_MAX_READINESS_DROP ]]; then
  if [[ -z $baseline ]]; then usage 'max-readiness-drop needs baseline'; fi
  needs diff --max-readiness-drop max-readiness-drop
  diff+=(--max-readiness-drop "$INPUT_MAX_READINESS_DROP") drop=yes
fi
if flag exclude-latency "$INPUT_EXCLUDE_LATENCY"; then
  if [[ -z $floor$drop ]]; then
    usage 'exclude-latency needs min-readiness, min-area or max-readiness-drop'
  fi
  if [[ -n $floor ]]; then
    needs probe --exclude-latency exclude-latency
    probe+=(--exclude-latency)
  fi
  if [[ -n $drop ]]; then
    needs diff --exclude-latency exclude-latency
    diff+=(--exclude-latency)
  fi
fi
sarif=
if flag sarif "$INPUT_SARIF"; then
  needs report --manifest sarif
  sarif=${report%.json}.sarif
fi
remote=()
if flag allow-remote-http "$INPUT_ALLOW_REMOTE_HTTP"; then remote=(--allow-remote-http); fi
if [[ $target == url ]]; then
  needs probe --url url
  probe+=(--url "$INPUT_URL" ${remote[@]+"${remote[@]}"})
else
  probe+=(-- "${words[@]}")
fi
# Not used here, but a misspelled value would leave the later steps out silently.
flag comment "$INPUT_COMMENT" || true
flag artifact "$INPUT_ARTIFACT" || true

# A baseline that the run overwrites would be compared with itself, and never fail.
if [[ -n $baseline && $baseline -ef $report ]]; then
  usage 'baseline and report-path name the same file'
fi
if [[ $manifest -ef $report ]]; then usage 'manifest and report-path name the same file'; fi
{ mkdir -p -- "$(dirname -- "$report")" && : >"$report"; } 2>/dev/null ||
  usage 'report-path cannot be written'

# 2. The probe

mcpeval "${probe[@]}" >"$report" </dev/null || status=$?
output report "$report"
output exit-code "$status"
if [[ ! -s $report ]]; then
  output passed false
  annotate error "mcpeval ended with exit code $status and without a report"
  keep 3
  exit "$status"
fi
facts=$(json -r '
  "\(.readiness.score) \(.passed and .readiness_gate.passed != false)"' "$report" 2>/dev/null) ||
  facts='null false'
output readiness "${facts% *}"
output passed "${facts#* }"

# 3. What is rendered from it: text for the log, markdown for the summary

mcpeval report "$report" </dev/null || true
markdown=${report%.json}.md
if render markdown "$markdown"; then output markdown "$markdown"; fi

# 4. The comparison

if [[ -n $baseline ]]; then
  code=0
  text=$(mcpeval "${diff[@]}" </dev/null) || code=$?
  output diff-exit-code "$code"
  keep "$code"
  if [[ -n $text ]]; then
    printf '\n%s\n' "$text" | tee -a "$markdown"
  fi
fi
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat -- "$markdown" >>"$GITHUB_STEP_SUMMARY"; fi

# 5. SARIF

if [[ -n $sarif ]] && render sarif "$sarif" --manifest "$manifest"; then output sarif "$sarif"; fi
exit "$status"
