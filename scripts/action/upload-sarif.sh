#!/usr/bin/env bash
# Uploads the SARIF file to code scanning. The category is in the file (its automationDetails), so
# that several servers of one commit stand side by side.
#
# In: SARIF, INPUT_GITHUB_TOKEN; of the runner GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_SHA,
#     GITHUB_REF, RUNNER_TEMP
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" >/dev/null && pwd)
# shellcheck source=scripts/action/lib.sh
source "$here/lib.sh"

fail() {
  annotate error "the SARIF file was not uploaded: $1"
  exit 1
}

for tool in curl jq gzip base64; do
  has "$tool" || fail "$tool is needed and is not on PATH"
done
has_token || fail 'github-token is empty or malformed'
work=$(mktemp -d "$RUNNER_TEMP/mcpeval.XXXXXX")
trap 'rm -rf -- "$work"' EXIT

# shellcheck disable=SC2016 # a program of jq
gzip -c <"$SARIF" | base64 | tr -d '\r\n' |
  jq -Rs --arg sha "$GITHUB_SHA" --arg ref "$GITHUB_REF" \
    '{commit_sha: $sha, ref: $ref, sarif: ., tool_name: "mcpeval"}' >"$work/body"
code=$(api POST code-scanning/sarifs "$work/answer" --data-binary "@$work/body")
case $code in
  2??) printf 'uploaded %s to code scanning\n' "$SARIF" ;;
  403) fail 'HTTP status 403; does the job have security-events: write, is code scanning enabled?' ;;
  000) fail 'no answer from the API' ;;
  *) fail "HTTP status $code" ;;
esac
