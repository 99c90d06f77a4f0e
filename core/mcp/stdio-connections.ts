/** Connections with a server program: each has a process of its own (wire.md §5). */

import type { Connections } from "./connections.ts";
import { type ServerProcess, startServer } from "./process.ts";
import type { Target } from "./session.ts";
import { openStdio } from "./stdio.ts";
import { openStdioRpc } from "./stdio-rpc.ts";

/** Its standard error is not shown by mcpeval. */
const BY_ITSELF = "run the server's command by itself to see what it prints";

/**
 * Starts a server for each connection, or takes one that was started ahead.
 * @param killProgram see `startServer`
 */
export function stdioConnections(
  { command, ...place }: Omit<Extract<Target, { kind: "stdio" }>, "kind">,
  killProgram: string | null,
): Connections {
  const start = () => startServer(command, killProgram, place);
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
    return start();
  }
  return {
    advice: { "transport-timeout": BY_ITSELF, "transport-closed": BY_ITSELF },
    open(context) {
      const server = takeServer();
      return openStdioRpc(
        (receiver) => openStdio(server, receiver, context.diagnostics),
        context,
      );
    },
    startAhead(count) {
      for (let n = 0; n < count; n++) ahead.push(start());
    },
    async discard() {
      for (const server of ahead.splice(0)) discard(server);
      await Promise.all(endings);
    },
  };
}
