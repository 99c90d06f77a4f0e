/** Connections with an HTTP endpoint: each is a conversation of its own (wire.md §6). */

import { authorizationProblem } from "./authorization.ts";
import type { Connections } from "./connections.ts";
import { parseEndpoint } from "./endpoint.ts";
import { Fault } from "./faults.ts";
import { openHttpClient } from "./http-client.ts";
import { newIdentity } from "./http-identity.ts";
import { openHttpRpc } from "./http-rpc.ts";
import type { Target } from "./session.ts";

/** @param authorization value of the `Authorization` header as the user gave it, or null */
export function httpConnections(
  { url, allowRemote, headers = {} }: Omit<Extract<Target, { kind: "http" }>, "kind">,
  authorization: string | null,
): Connections {
  const parsed = parseEndpoint(url, allowRemote);
  const problem = authorization === null ? null : authorizationProblem(authorization);
  return {
    advice: { "transport-timeout": "check that the URL is that of the server's MCP endpoint" },
    open(context) {
      if (parsed.kind === "refused") throw new Fault("transport-error", parsed.problem);
      if (problem !== null) throw new Fault("transport-error", problem);
      return openHttpRpc(
        openHttpClient(parsed.endpoint),
        newIdentity(authorization, headers),
        context,
      );
    },
    startAhead() {
      // The server runs already.
    },
    discard: () => Promise.resolve(),
  };
}
