/** A server that reads and never answers. */

for await (const _ of Deno.stdin.readable) {
  // It is not interested.
}
await new Promise(() => setInterval(() => {}, 1_000));
