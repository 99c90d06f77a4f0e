/** The server under test, as the command line names it (cli.md §1 “Target”). */

import type { ServerJob } from "../core/jobs.ts";
import { AUTHORIZATION_VARIABLE } from "../core/mcp/authorization.ts";
import { parseEndpoint } from "../core/mcp/endpoint.ts";
import { forgetProxies } from "../core/mcp/proxies.ts";
import { isLegacyRevision } from "../core/mcp/revisions.ts";
import type { Invocation } from "./command.ts";
import { type Capabilities, capabilities, runList } from "./permissions.ts";
import { findKiller, startable } from "./programs.ts";

/** A server with what the engine needs to know of it, and needs to be allowed. */
export interface ServerTarget {
  job: Omit<ServerJob, "timeoutMs">;
  capabilities: Capabilities;
  /** Why its endpoint is refused, null when it is not; the engine then has nothing to reach. */
  problem: string | null;
}

/**
 * The target of an invocation: exactly one of an endpoint and a command.
 * @returns what is wrong with their number otherwise, for the caller to give its exit code
 */
export function readTarget({ options, server }: Invocation): ServerTarget | { wrong: string } {
  const url = options["url"];
  const command = server !== null && server.length > 0 ? server : null;
  if (typeof url === "string" && command !== null) {
    return { wrong: "name one server: either --url or a command after --" };
  }
  const asked = String(options["protocol"] ?? "");
  const protocol = isLegacyRevision(asked) ? asked : null;
  if (command !== null) return stdioTarget(command, protocol);
  if (typeof url === "string") {
    return httpTarget(url, options["allowRemoteHttp"] === true, protocol);
  }
  return { wrong: "name the server under test: --url, or its command after --" };
}

/**
 * A server that is started by a command, of at least one word.
 * @throws {IncompleteError} on Windows, when the program is nowhere on PATH
 */
export function stdioTarget(
  words: readonly string[],
  protocol: ServerJob["protocol"],
): ServerTarget {
  const [program = "", ...args] = words;
  const command = startable([program, ...args]);
  const killProgram = findKiller();
  return {
    job: { target: { kind: "stdio", command }, killProgram, authorization: null, protocol },
    capabilities: capabilities({ run: runList(command[0], killProgram) }),
    problem: null,
  };
}

/** A server at an endpoint. */
export function httpTarget(
  url: string,
  allowRemote: boolean,
  protocol: ServerJob["protocol"],
): ServerTarget {
  const parsed = parseEndpoint(url, allowRemote);
  const endpoint = parsed.kind === "endpoint" ? parsed.endpoint : null;
  forgetProxies();
  return {
    job: {
      target: { kind: "http", url: endpoint?.url ?? url, allowRemote },
      killProgram: null,
      authorization: endpoint && readAuthorization(),
      protocol,
    },
    capabilities: capabilities({ net: endpoint === null ? [] : [endpoint.address] }),
    problem: parsed.kind === "refused" ? parsed.problem : null,
  };
}

/** Reads the value once, before permissions are dropped; one that is not UTF-8 counts as unset. */
function readAuthorization(): string | null {
  try {
    return Deno.env.get(AUTHORIZATION_VARIABLE) ?? null;
  } catch {
    return null;
  }
}
