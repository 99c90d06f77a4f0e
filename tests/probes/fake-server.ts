/**
 * A stdio server that behaves as its table says; `served.ts` starts it as a process of its own. The
 * table is the JSON file that the first argument names, see {@link Behaviors}.
 */

import type { Json, JsonObject } from "../../core/mcp/json.ts";

/** One thing that the server does when a request arrives. */
export type Action =
  /** Answers with a result, or an error. */
  | { result: Json }
  | { error: Json }
  /** Writes this line, with `$id` replaced by the request's id. */
  | { line: string }
  /** Sends requests of its own, for which it does not wait. */
  | { ask: string; times: number }
  /** Waits before it goes on. */
  | { sleep: number }
  /** Ends the process. */
  | { exit: number };

/** What the server does; a method without an entry gets an empty result. */
export interface Behavior {
  capabilities?: JsonObject;
  tools?: JsonObject[];
  /** By method, or by `tools/call <tool>` or `tools/list <cursor>`: what to do for it. */
  on?: Record<string, Action[]>;
  /** Answered versions by offered ones; an offer without an entry is echoed. */
  versions?: Record<string, string>;
}

/** A behavior for each process in the order of their starts; the last serves all further ones. */
export interface Behaviors {
  processes: Behavior[];
  /** An empty folder in which the processes number themselves. */
  folder: string;
}

interface Request {
  id?: Json;
  method?: string;
  params?: JsonObject;
}

function pickBehavior({ processes, folder }: Behaviors): Behavior {
  for (let index = 0;; index++) {
    try {
      Deno.openSync(`${folder}/${index}`, { write: true, createNew: true }).close();
      return processes[Math.min(index, processes.length - 1)] ?? {};
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(`${text}\n`);
  for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
}

function actionsFor(behavior: Behavior, { method = "", params = {} }: Request): Action[] {
  const detail = method === "tools/call" ? params.name : params.cursor;
  const scripted = behavior.on?.[`${method} ${detail}`] ?? behavior.on?.[method];
  if (scripted !== undefined) return scripted;
  if (method === "initialize") {
    const offered = params.protocolVersion as string;
    return [{
      result: {
        protocolVersion: behavior.versions?.[offered] ?? offered,
        capabilities: behavior.capabilities ?? {},
        serverInfo: { name: "fake", version: "0" },
      },
    }];
  }
  if (method === "tools/list") return [{ result: { tools: behavior.tools ?? [] } }];
  return [{ result: {} }];
}

async function act(action: Action, id: Json): Promise<void> {
  if ("result" in action) write(JSON.stringify({ jsonrpc: "2.0", id, result: action.result }));
  else if ("error" in action) write(JSON.stringify({ jsonrpc: "2.0", id, error: action.error }));
  else if ("line" in action) write(action.line.replaceAll("$id", JSON.stringify(id)));
  else if ("ask" in action) {
    for (let n = 1; n <= action.times; n++) {
      write(JSON.stringify({ jsonrpc: "2.0", id: `ask-${n}`, method: action.ask, params: {} }));
    }
  } else if ("sleep" in action) await new Promise((done) => setTimeout(done, action.sleep));
  else Deno.exit(action.exit);
}

async function serve(behavior: Behavior): Promise<void> {
  let held = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (held + text).split("\n");
    held = lines.pop() ?? "";
    for (const line of lines) {
      const request = JSON.parse(line) as Request;
      if (request.method === undefined || request.id === undefined) continue;
      for (const action of actionsFor(behavior, request)) await act(action, request.id);
    }
  }
}

if (import.meta.main) {
  const table = await Deno.readTextFile(Deno.args[0] ?? "");
  await serve(pickBehavior(JSON.parse(table) as Behaviors));
}
