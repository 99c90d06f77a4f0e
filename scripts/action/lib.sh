# shellcheck shell=bash
# Shared by the steps of the composite action (../../action.yml).
#
# The steps run in bash 3.2 (macOS) and newer, in Git Bash on Windows too. So: no associative
# arrays, no mapfile, no case conversion, no "${array[@]}" of an array that may be empty.

# Prints a workflow command for the log: annotate error|warning TEXT. The text is always our own
# and one line, so that nothing in it has to be escaped.
annotate() {
  printf '::%s::mcpeval action: %s\n' "$1" "$2" >&2
}

# jq without the carriage returns that it writes on Windows; only for values without any.
json() {
  jq "$@" | tr -d '\r'
}

# Whether a program is on PATH.
has() {
  command -v "$1" >/dev/null 2>&1
}

# Calls the REST API: api METHOD PATH FILE [option of curl…]. Prints the HTTP status, 000 when there
# was no answer, and leaves the body in the file. The token goes in by standard input: the arguments
# of a process can be read by every other one on the machine.
api() {
  local method=$1 path=$2 answer=$3
  shift 3
  printf 'header = "Authorization: Bearer %s"\n' "$INPUT_GITHUB_TOKEN" |
    curl --config - --silent --max-time 60 --request "$method" \
      --header 'Accept: application/vnd.github+json' \
      --header 'Content-Type: application/json' \
      --header 'X-GitHub-Api-Version: 2022-11-28' \
      --output "$answer" --write-out '%{http_code}' \
      "$@" "$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/$path" || true
}

# Whether the token is one that can stand in a configuration of curl.
has_token() {
  case $INPUT_GITHUB_TOKEN in
    '' | *[!A-Za-z0-9_.=-]*) return 1 ;;
  esac
}
