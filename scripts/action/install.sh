#!/usr/bin/env bash
# Puts mcpeval and mcpeval-demo on PATH for the steps that follow: the ones that are there already
# when they will do, else those of a release, checked before anything of them is used.
#
# In:  INPUT_VERSION, MCPEVAL_RELEASE_BASE_URL; of the runner RUNNER_OS, RUNNER_ARCH, RUNNER_TEMP
# Out: a line in GITHUB_PATH, written last and only when all went well
set -euo pipefail
LC_ALL=C

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" >/dev/null && pwd)
# shellcheck source=scripts/action/lib.sh
source "$here/lib.sh"

work=
fail() {
  printf 'mcpeval install: %s\n' "$1" >&2
  if [[ -n $work ]]; then rm -rf -- "$work"; fi
  exit 1
}

# The name of this platform among the assets of a release.
platform_key() {
  local os arch
  case ${RUNNER_OS:-} in
    Linux) os=linux ;;
    macOS) os=darwin ;;
    Windows) os=win32 ;;
    *) fail 'there is no build for the operating system of this runner' ;;
  esac
  case ${RUNNER_ARCH:-} in
    X64) arch=x64 ;;
    ARM64) arch=arm64 ;;
    *) fail 'there is no build for the processor of this runner' ;;
  esac
  key=$os-$arch
}

# download URL FILE [MAX-BYTES]. Only the mirror that the user named may be anything but https.
download() {
  local url=$1 file=$2 limit=${3:-65536} code status=0 only_https=()
  if [[ -z ${MCPEVAL_RELEASE_BASE_URL:-} ]]; then only_https=(--proto '=https'); fi
  code=$(curl --silent --fail --location ${only_https[@]+"${only_https[@]}"} \
    --retry 3 --retry-connrefused --connect-timeout 30 --max-time 600 --max-filesize "$limit" \
    --output "$file" --write-out '%{http_code}' "$url") || status=$?
  case $status in
    0) ;;
    63) fail "$url is larger than it should be" ;;
    *) fail "cannot download $url (HTTP status $code, curl status $status)" ;;
  esac
}

# Reads the asset of this platform from a release file into the variables below; fails with what is
# wrong with the file. Every field is checked here, so that URLs and paths can be made of them.
read_release() {
  local file=$1 verdict fields
  # shellcheck disable=SC2016 # a program of jq
  fields=$(json -r --arg key "$key" '
    def is($pattern): type == "string" and test("\\A(?:" + $pattern + ")\\z");
    if (type != "object") or .schemaVersion != 1 then ["no", "is not of schemaVersion 1"]
    elif .repository | is("[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+") | not then ["no", "names no repository"]
    elif .version | is("[0-9][0-9A-Za-z.+-]*") | not then ["no", "names no version"]
    elif .tag != "v" + .version then ["no", "has a tag that is not its version"]
    elif (.assets | type) != "object" then ["no", "lists no assets"]
    elif .assets[$key] == null then ["no", "has no build for " + $key]
    else . as $release | .assets[$key]
      | if (type != "object") or (.archive | is("[A-Za-z0-9][A-Za-z0-9_.-]*\\.(?:tar\\.gz|zip)") | not)
        or (.sha256 | is("[0-9a-f]{64}") | not)
        or (.size | type != "number" or . < 1 or . != floor)
        then ["no", "describes its " + $key + " build wrongly"]
        else ["yes", $release.repository, $release.version, .archive, .sha256, .size] end
    end | @tsv' "$file" 2>/dev/null) || fields=
  if [[ -z $fields ]]; then fail 'release.json is not valid JSON'; fi
  IFS=$'\t' read -r verdict repository version archive sha256 size <<<"$fields"
  if [[ $verdict != yes ]]; then fail "release.json $repository"; fi
}

# The digest of a file. It is read from standard input, because a name with a backslash changes
# what sha256sum prints.
digest_of() {
  local line
  if has sha256sum; then line=$(sha256sum <"$1"); else line=$(shasum -a 256 <"$1"); fi
  printf '%s\n' "${line%% *}"
}

# Unpacks the two programs, and nothing else that the archive may hold, into a folder.
unpack() {
  local archive=$1 folder=$2
  (
    cd -- "$folder" || exit 1
    case $archive in
      *.tar.gz) tar -xzf "../$archive" mcpeval mcpeval-demo ;;
      *.zip)
        if has unzip; then
          unzip -q "../$archive" mcpeval.exe mcpeval-demo.exe
        else
          # The tar of Windows itself unpacks zip, the one of Git Bash does not.
          "$(cygpath -u "$SYSTEMROOT")/System32/tar.exe" -xf "../$archive" mcpeval.exe mcpeval-demo.exe
        fi
        ;;
    esac
  ) >/dev/null 2>&1
}

wanted=${INPUT_VERSION#v}
if has mcpeval && line=$(mcpeval --version 2>/dev/null </dev/null); then
  line=${line%$'\r'}
  if [[ -z $wanted || $line == "mcpeval $wanted" ]]; then
    printf 'using preinstalled %s\n' "$line"
    exit 0
  fi
fi

case $wanted in
  *[!0-9A-Za-z.+-]* | [!0-9]*) fail 'the version input is not a version such as 1.2.3' ;;
esac
for tool in jq curl; do
  has "$tool" || fail "$tool is needed and is not on PATH"
done
platform_key
work=$(mktemp -d "$RUNNER_TEMP/mcpeval.XXXXXX" 2>/dev/null) || fail 'cannot make a folder in RUNNER_TEMP'

own=$here/../../distribution/release.json
repository=cavi-ai/mcp-eval
if [[ -f $own ]]; then
  read_release "$own"
elif [[ -z $wanted ]]; then
  fail 'this copy of the action pins no release; put mcpeval on PATH or set the version input'
fi
base=${MCPEVAL_RELEASE_BASE_URL:-https://github.com/$repository/releases/download}
base=${base%/}
if [[ -n $wanted && $wanted != "${version:-}" ]]; then
  asked_of=$repository
  download "$base/v$wanted/release.json" "$work/release.json"
  read_release "$work/release.json"
  if [[ $version != "$wanted" ]]; then fail 'release.json is that of another version'; fi
  if [[ $repository != "$asked_of" ]]; then fail 'release.json is that of another repository'; fi
fi

url=$base/v$version/$archive
download "$url.sha256" "$work/companion" 1024
# shellcheck disable=SC2016 # a program of jq
said=$(json -Rrs --arg archive "$archive" '
  rtrimstr("\n") | rtrimstr("\r")
  | if test("\\A[0-9a-f]{64}  ") and .[66:] == $archive then .[:64] else "" end
  ' "$work/companion" 2>/dev/null) || said=
if [[ -z $said ]]; then fail "$archive.sha256 is not a digest, two spaces and the name of the archive"; fi
if [[ $said != "$sha256" ]]; then fail "$archive.sha256 has another digest than release.json"; fi

download "$url" "$work/$archive" "$size"
bytes=$(wc -c <"$work/$archive")
if ((bytes != size)); then fail "$archive has another size than release.json says"; fi
if [[ $(digest_of "$work/$archive") != "$sha256" ]]; then
  fail "$archive has another digest than release.json says"
fi

mkdir "$work/bin"
unpack "$archive" "$work/bin" || fail "$archive cannot be unpacked or lacks a program"
rm -f -- "$work/$archive" "$work/companion" "$work/release.json"
suffix=
if [[ $key == win32-* ]]; then suffix=.exe; fi
for program in mcpeval mcpeval-demo; do
  program=$work/bin/$program$suffix
  if [[ ! -f $program || -L $program ]]; then fail "$archive holds something else than two programs"; fi
  chmod 755 "$program"
done
line=$("$work/bin/mcpeval$suffix" --version 2>/dev/null </dev/null) || fail 'the installed mcpeval does not run'
line=${line%$'\r'}
if [[ $line != "mcpeval $version" ]]; then fail 'the installed mcpeval is of another version'; fi

folder=$work/bin
if [[ $key == win32-* ]]; then folder=$(cygpath -w "$folder"); fi
printf '%s\n' "$folder" >>"$GITHUB_PATH"
printf 'installed %s (%s) from %s\n' "$line" "$key" "$url"
