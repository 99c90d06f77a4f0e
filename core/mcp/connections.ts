/** What a connector needs of a transport. */

import type { FaultLabel } from "./faults.ts";
import type { Rpc, RpcContext } from "./rpc.ts";

/** Opens the connections with one target. */
export interface Connections {
  /** What to do when the handshake ends in such a fault. */
  readonly advice: { readonly [Label in FaultLabel]?: string };
  /** Opens a connection. @throws {Fault} when there is nothing to connect to */
  open(context: RpcContext): Rpc;
  /** Starts what further connections will need. @throws {Fault} */
  startAhead(count: number): void;
  /** Ends what no connection has taken. Never throws; resolves when nothing of it is left. */
  discard(): Promise<void>;
}
