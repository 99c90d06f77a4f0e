/** Connections with a server program: each has a process of its own (wire.md §5). */

import type { Connections } from "./connections.ts";
import { type ServerProcess, startServer } from "./process.ts";
import { openStdio } from "./stdio.ts";
import { openStdioRpc } from "./stdio-rpc.ts";

/**
 * Starts a server for each connection, or takes one that was started ahead.
 * @param killProgram see `startServer`
 */
export function stdioConnections(
  command: readonly [string, ...string[]],
  killProgram: string | null,
): Connections {
  /** Started, and not yet taken by a connection. */
  const ahead: ServerProcess[] = [];
  const endings = new Set<Promise<void>>();

  function discard(server: ServerProcess): void {
    const pipes = [server.stdin.close(), server.stdout.cancel()];
    void Promise.allSettled(pipes);
    const ending = server.end();
    endings.add(ending);
    void ending.then(() => endings.delete(ending));
  }
  function takeServer(): ServerProcess {
    for (let server = ahead.shift(); server !== undefined; server = ahead.shift()) {
      if (server.exitCode === null) return server;
      discard(server);
    }
    return startServer(command, killProgram);
  }
  return {
    open(context) {
      const server = takeServer();
      return openStdioRpc(
        (receiver) => openStdio(server, receiver, context.diagnostics),
        context,
      );
    },
    startAhead(count) {
      for (let n = 0; n < count; n++) ahead.push(startServer(command, killProgram));
    },
    async discard() {
      for (const server of ahead.splice(0)) discard(server);
      await Promise.all(endings);
    },
  };
}
