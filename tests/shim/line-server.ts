/**
 * A server for tests: answers the n-th line of its input with the n-th line of a file, whatever
 * either holds; at the end of the file it is silent.
 */

import { createInterface } from "node:readline";
import process from "node:process";

const replies = Deno.readTextFileSync(Deno.args[0] ?? "").split("\n");
let next = 0;
for await (const _ of createInterface({ input: process.stdin })) {
  const reply = replies[next++];
  if (reply) console.log(reply);
}
