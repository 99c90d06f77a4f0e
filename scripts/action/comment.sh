#!/usr/bin/env bash
# Keeps one comment for each server on the pull request: the first that begins with the server's
# mark is edited, else one is created. Nothing that goes wrong here fails the job.
#
# In: INPUT_SERVER, INPUT_GITHUB_TOKEN, PULL_REQUEST (its number), MARKDOWN and EXIT_CODE (outputs
#     of the run, may be empty); of the runner GITHUB_API_URL, GITHUB_REPOSITORY, RUNNER_TEMP
set -euo pipefail
LC_ALL=C

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" >/dev/null && pwd)
# shellcheck source=scripts/action/lib.sh
source "$here/lib.sh"

# Bytes of the report that are posted. GitHub takes 65,536 characters, and the mark and the note
# need some.
LIMIT=60000

give_up() {
  annotate warning "no comment was written: $1"
  exit 0
}

# call METHOD PATH [option of curl…]: leaves the body in $answer; gives up on any but success.
call() {
  local method=$1 path=$2 code
  shift 2
  code=$(api "$method" "$path" "$answer" "$@")
  case $code in
    2??) ;;
    403) give_up 'HTTP status 403; does the job have pull-requests: write?' ;;
    000) give_up 'no answer from the API' ;;
    *) give_up "HTTP status $code" ;;
  esac
}

# Prints the report, whole lines of it when it is too long.
report_text() {
  if [[ -z $MARKDOWN || ! -s $MARKDOWN ]]; then
    printf 'There is no report: mcpeval %s. The log of the job says why.\n' \
      "${EXIT_CODE:+ended with exit code }${EXIT_CODE:-was not run}"
  elif (($(wc -c <"$MARKDOWN") <= LIMIT)); then
    cat -- "$MARKDOWN"
  else
    LC_ALL=C awk -v limit="$LIMIT" '
      { total += length($0) + 1; if (total > limit) exit; print }
      END { print "\n*The report is longer than a comment may be. The job summary has the rest.*" }
    ' "$MARKDOWN"
  fi
}

case $INPUT_SERVER in
  '' | *[!A-Za-z0-9_.:-]*) give_up 'the server label is malformed' ;;
esac
case $PULL_REQUEST in
  '' | *[!0-9]*) give_up 'the event has no pull request' ;;
esac
for tool in curl jq; do
  has "$tool" || give_up "$tool is needed and is not on PATH"
done
has_token || give_up 'github-token is empty or malformed'

work=$(mktemp -d "$RUNNER_TEMP/mcpeval.XXXXXX") || give_up 'there is no room for temporary files'
trap 'rm -rf -- "$work"' EXIT
answer=$work/answer
mark="<!-- mcpeval:$INPUT_SERVER -->"

{
  printf '%s\n' "$mark"
  report_text
} | jq -Rs '{body: .}' >"$work/body" || give_up 'the report cannot be read'

comment='' page=0 found=100
while [[ -z $comment ]] && ((found == 100)); do
  page=$((page + 1))
  call GET "issues/$PULL_REQUEST/comments?per_page=100&page=$page" --retry 3
  # shellcheck disable=SC2016 # a program of jq
  listed=$(json -r --arg mark "$mark" '
    if type != "array" then error else . end
    | [.[] | select((.body // "") | startswith($mark)) | .id] as $ours
    | "\(length) \($ours[0] // "")"' "$answer" 2>/dev/null) ||
    give_up 'the list of comments is malformed'
  found=${listed%% *} comment=${listed#* }
done

if [[ -n $comment ]]; then
  call PATCH "issues/comments/$comment" --data-binary "@$work/body"
  printf 'updated the comment on the pull request\n'
else
  call POST "issues/$PULL_REQUEST/comments" --data-binary "@$work/body"
  printf 'commented on the pull request\n'
fi
