import type { Aspect } from "./aspects.ts";
import { HELP, parseCommandLine } from "./command-line.ts";
import { dispatch } from "./dispatch.ts";
import { type Frame, readFrame } from "./frames.ts";
import { encodeReply } from "./replies.ts";
import { newSession, type Session } from "./session.ts";
import { readLines, writeLine } from "./wire.ts";

/**
 * Serves MCP on standard input and output until the input ends and every request is answered.
 * Requests are handled one at a time in their order, while reading goes on beside them: that is how
 * a cancellation reaches the call that is running.
 */
async function serve(aspect: Aspect | undefined): Promise<void> {
  const session = newSession(aspect);
  let lastAnswer = Promise.resolve();
  for await (const line of readLines(Deno.stdin)) {
    const frame = readFrame(line);
    if (frame === undefined) continue;
    if (frame.kind === "cancellation") {
      if (aspect !== "cancellation") session.cancelled.add(frame.requestId);
      continue;
    }
    // A failure ends the process at once, as the loop may wait for input that never comes.
    lastAnswer = lastAnswer.then(() => answer(session, frame)).catch(abort);
  }
  await lastAnswer;
}

async function answer(
  session: Session,
  frame: Exclude<Frame, { readonly kind: "cancellation" }>,
): Promise<void> {
  if (frame.kind === "unanswerable") {
    throw new Error("a message has neither an id nor a notification's method");
  }
  for (const message of encodeReply(frame.id, await dispatch(session, frame))) {
    await writeLine(Deno.stdout, message);
  }
}

function abort(cause: unknown): never {
  console.error(`mcpeval-demo: ${cause instanceof Error ? cause.message : "unknown failure"}`);
  Deno.exit(1);
}

const invocation = parseCommandLine(Deno.args);
switch (invocation.kind) {
  case "help":
    console.log(HELP);
    break;
  case "usage":
    console.error(invocation.message);
    Deno.exit(2);
    break;
  case "serve":
    await serve(invocation.aspect).catch(abort);
}
