/** What a connector needs of a transport. */

import type { Rpc, RpcContext } from "./rpc.ts";

/** Opens the connections with one target. */
export interface Connections {
  /** Opens a connection. @throws {Fault} when there is nothing to connect to */
  open(context: RpcContext): Rpc;
  /** Starts what further connections will need. @throws {Fault} */
  startAhead(count: number): void;
  /** Ends what no connection has taken. Never throws; resolves when nothing of it is left. */
  discard(): Promise<void>;
}
