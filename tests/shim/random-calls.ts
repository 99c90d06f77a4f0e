/** Random conversations in which every text is content, see `secrets.ts`. */

import fc from "fast-check";
import type { Json } from "../../core/mcp/json.ts";
import { marked, outside, quoted, secret, text, url } from "./secrets.ts";

/** A line of the agent and the line with which the server answers it. */
export interface Turn {
  request: string;
  reply: string;
  secrets: string[];
}

const message = fc.oneof(text, url, quoted);

/** What a request asks for: the method with its parameters. */
const asked = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(marked).map(([args]) => ["tools/call", "tool", args] as const) },
  fc.tuple(outside, marked).map(([tool, args]) => ["tools/call", tool, args] as const),
  fc.tuple(outside, marked).map(([name, args]) => ["prompts/get", name, args] as const),
  fc.tuple(outside, outside, marked).map(([method, name, args]) => [method, name, args] as const),
);

/** An answer but for its id. */
const answered = fc.oneof(
  marked.map(({ value, secrets }) => ({ answer: { result: value }, secrets })),
  fc.tuple(message, marked).map(([said, more]) => ({
    answer: {
      result: { isError: true, content: [{ type: "text", text: said.value }, more.value] as Json },
    },
    secrets: [...said.secrets, ...more.secrets],
  })),
  fc.tuple(message, marked, secret, secret).map(([said, data, layer, kind]) => ({
    answer: {
      error: { code: -32000, message: said.value, data: data.value, layer, kind, retryable: true },
    },
    secrets: [...said.secrets, ...data.secrets, layer, kind],
  })),
  fc.tuple(message, outside).map(([said, code]) => ({
    answer: { error: { code, message: said.value } },
    secrets: [...said.secrets, code],
  })),
);

const call = fc.tuple(asked, answered, fc.oneof(fc.nat(), secret)).map(
  ([[method, name, args], { answer, secrets }, id]): Turn => ({
    request: JSON.stringify({
      jsonrpc: "2.0",
      id,
      method,
      params: { name, arguments: args.value, _meta: { trace: args.value } },
    }),
    reply: JSON.stringify({ jsonrpc: "2.0", id, ...answer }),
    secrets: [
      ...args.secrets,
      ...secrets,
      ...[method, name, String(id)].filter((each) => /^[QXKVWJ]/.test(each)),
    ],
  }),
);

/** What is no call: a notification that is answered with one, or plain noise. */
const other = fc.tuple(outside, marked).map(([said, more]): Turn => {
  const params = { message: said, more: more.value };
  const notification = { jsonrpc: "2.0", method: "notifications/message", params };
  return {
    request: JSON.stringify(notification),
    reply: said.includes("_") ? said : JSON.stringify({ ...notification, method: said }),
    secrets: [said, ...more.secrets],
  };
});

/** So many turns; the same for the same seed. */
export function randomTurns(count: number, seed: number): Turn[] {
  const turn = fc.oneof({ weight: 9, arbitrary: call }, other);
  return fc.sample(turn, { numRuns: count, seed });
}
