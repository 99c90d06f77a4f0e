/** The server's side of a conversation, see `conversation.ts`; its argument is the script's path. */

interface Step {
  from: "agent" | "server";
  text: string;
}

const steps: Step[] = JSON.parse(await Deno.readTextFile(Deno.args[0] ?? ""));
const buffer = new Uint8Array(65_536);
let ahead = 0;
for (const { from, text } of steps) {
  const bytes = new TextEncoder().encode(text);
  if (from === "server") {
    let rest = bytes;
    while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
    continue;
  }
  while (ahead < bytes.length) {
    const count = Deno.stdin.readSync(buffer);
    if (count === null) Deno.exit(1);
    ahead += count;
  }
  ahead -= bytes.length;
}
while (Deno.stdin.readSync(buffer) !== null);
