/**
 * A stdio server that behaves as its table says; `served.ts` starts it as a process of its own. The
 * table is the JSON file that the first argument names, see {@link Behaviors}.
 */

import type { Json } from "../../core/mcp/json.ts";
import { type Behavior, type Message, openFake, type Outlet } from "./behavior.ts";

/** A behavior for each process in the order of their starts; the last serves all further ones. */
export interface Behaviors {
  processes: Behavior[];
  /**
   * An empty folder. Each process takes the next free number as the name of a file there, to which
   * it writes every line that it gets.
   */
  folder: string;
}

/** Takes the next number. */
function openLog(folder: string): [number, Deno.FsFile] {
  for (let index = 0;; index++) {
    try {
      return [index, Deno.openSync(`${folder}/${index}`, { write: true, createNew: true })];
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
}

function writeLine(file: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(`${text}\n`);
  for (let sent = 0; sent < bytes.length;) sent += file.writeSync(bytes.subarray(sent));
}

const outlet: Outlet = {
  write: (text) => writeLine(Deno.stdout, text),
  announce: (text) => writeLine(Deno.stdout, text),
  hangUp: () => {},
  exit: (code) => Deno.exit(code),
};

async function serve(behavior: Behavior, log: Deno.FsFile): Promise<void> {
  const server = openFake(behavior);
  let held = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (held + text).split("\n");
    held = lines.pop() ?? "";
    for (const line of lines) {
      writeLine(log, line);
      const message = JSON.parse(line) as Message;
      if (message.method === undefined || message.id === undefined) server.notice(message);
      if (message.method === undefined) continue;
      const id: Json = message.id ?? message.params?.requestId ?? null;
      // What waits must not keep the server from reading on.
      void server.perform(server.actionsFor(message), id, outlet);
    }
  }
}

if (import.meta.main) {
  const table = await Deno.readTextFile(Deno.args[0] ?? "");
  const { processes, folder } = JSON.parse(table) as Behaviors;
  const [index, log] = openLog(folder);
  await serve(processes[Math.min(index, processes.length - 1)] ?? {}, log);
}
