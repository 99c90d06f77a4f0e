/**
 * Answers every request with an empty result, and nothing else. `--replies-of=N` makes each answer
 * a frame of N bytes.
 */

const size = Number(Deno.args[0]?.slice("--replies-of=".length) ?? 0);
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const buffer = new Uint8Array(65_536);
let text = "";

function answerTo(line: string): string {
  const id = /"id":("[^"]*"|\d+)/.exec(line)?.[1];
  if (id === undefined) return "";
  const answer = `{"jsonrpc":"2.0","id":${id},"result":{"pad":""}}\n`;
  return answer.replace('""', `"${"x".repeat(Math.max(0, size - answer.length))}"`);
}

for (let count = Deno.stdin.readSync(buffer); count !== null; count = Deno.stdin.readSync(buffer)) {
  text += decoder.decode(buffer.subarray(0, count), { stream: true });
  const end = text.lastIndexOf("\n") + 1;
  if (end === 0) continue;
  let rest = encoder.encode(text.slice(0, end).split("\n").map(answerTo).join(""));
  text = text.slice(end);
  while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
}
