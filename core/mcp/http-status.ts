/** What an HTTP status means for an exchange (wire.md §6.3, decisions D4). */

import { AUTHORIZATION_VARIABLE } from "./authorization.ts";
import { Fault } from "./faults.ts";
import type { Json } from "./json.ts";

/** An exchange that was answered with a status that gives no reply. */
export class HttpStatusFault extends Fault {
  /**
   * @param rpcError the `error` of a JSON-RPC message in the body of an answer to `initialize`, or
   * null: what says which revisions a server has instead (strange servers, row 10)
   */
  constructor(readonly status: number, message: string, readonly rpcError: Json = null) {
    super("transport-error", message);
  }
  /** Whether the status blames the request. */
  get isClientError(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

/** The circumstances of a status. */
export interface StatusContext {
  /** The method that was sent. */
  method: string;
  /** Whether the request named a session. */
  inSession: boolean;
  /** Whether the request had an `Authorization` header. */
  authorized: boolean;
}

/** Says what a status means, in words that hold nothing of the server's. */
export function describeStatus(status: number, context: StatusContext): string {
  const plain = `the server answered ${context.method} with HTTP ${status}`;
  const meaning = meaningOf(status, context);
  return meaning === null ? plain : `${plain}: ${meaning}`;
}

function meaningOf(status: number, { inSession, authorized }: StatusContext): string | null {
  if (status === 401 || status === 403) {
    return authorized
      ? `it does not accept the value of ${AUTHORIZATION_VARIABLE}`
      : `it may want authorization, which ${AUTHORIZATION_VARIABLE} gives`;
  }
  if (status === 404) {
    return inSession ? "the session has ended" : "there may be no MCP endpoint at this path";
  }
  if (status === 405) return "there may be no MCP endpoint at this path";
  if (status >= 300 && status < 400) return "redirects are not followed; give the final URL";
  if (status >= 200 && status < 300) return "such an answer has no reply";
  return null;
}
