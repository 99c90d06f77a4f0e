/** The server under test, as the command line names it (cli.md §1 “Target”). */

import type { Launch } from "../core/clients/launch.ts";
import { UsageError } from "../core/errors.ts";
import type { ServerJob } from "../core/jobs.ts";
import { AUTHORIZATION_VARIABLE } from "../core/mcp/authorization.ts";
import { parseEndpoint } from "../core/mcp/endpoint.ts";
import { forgetProxies } from "../core/mcp/proxies.ts";
import { isLegacyRevision, OFFERED_REVISION } from "../core/mcp/revisions.ts";
import { configuredServer, openConfig } from "./client-target.ts";
import type { Invocation } from "./command.ts";
import { readVariableIfPossible } from "./environment.ts";
import { type Capabilities, capabilities, runList } from "./permissions.ts";
import { findKiller, startable, type StartingPlace } from "./programs.ts";
import { printError } from "./terminal.ts";

/** A server with what the engine needs to know of it, and needs to be allowed. */
export interface ServerTarget {
  job: Omit<ServerJob, "timeoutMs">;
  capabilities: Capabilities;
  /** Why its endpoint is refused, null when it is not; the engine then has nothing to reach. */
  problem: string | null;
  /** What was read to know it: a client's config. */
  files: string[];
}

/**
 * The target of an invocation: exactly one of an endpoint, a command and a client's config, of
 * which it is the server that the label names.
 * @returns what is wrong with their number otherwise, for the caller to give its exit code
 * @throws {UsageError} for a config that is not the only one of them, or has no such server
 */
export function readTarget({ options, server }: Invocation): ServerTarget | { wrong: string } {
  const url = options["url"];
  const command = server !== null && server.length > 0 ? server : null;
  if (typeof url === "string" && command !== null) {
    return { wrong: "name one server: either --url or a command after --" };
  }
  const protocol = readProtocol(options);
  const allowRemote = options["allowRemoteHttp"] === true;
  const config = options["clientConfig"];
  if (typeof config === "string") {
    if (typeof url === "string" || command !== null) {
      throw new UsageError("name one server: either --client-config, or --url, or a command");
    }
    const opened = openConfig(config);
    const { launch } = configuredServer(opened, String(options["server"]));
    return launchTarget(launch, opened.path, allowRemote, protocol);
  }
  if (command !== null) return stdioTarget(command, protocol);
  if (typeof url === "string") return httpTarget(url, allowRemote, protocol);
  return { wrong: "name the server under test: --url, or its command after --" };
}

/** The revision of `--protocol`; null for the default, by whatever name it is asked for. */
export function readProtocol({ protocol }: Invocation["options"]): ServerJob["protocol"] {
  const asked = String(protocol ?? "");
  return isLegacyRevision(asked) && asked !== OFFERED_REVISION ? asked : null;
}

/**
 * A server as a client starts or reaches it.
 * @param path the client's config
 */
export function launchTarget(
  launch: Launch,
  path: string,
  allowRemote: boolean,
  protocol: ServerJob["protocol"],
): ServerTarget {
  if (launch.kind === "http") {
    return { ...httpTarget(launch.url, allowRemote, protocol, launch), files: [path] };
  }
  const { command, env, cwd } = launch;
  const place = { env, ...(cwd === null ? {} : { cwd }) };
  return { ...stdioTarget(command, protocol, place), files: [path] };
}

/**
 * A server that is started by a command, of at least one word.
 * @throws {IncompleteError} on Windows, when the program is nowhere on PATH
 */
export function stdioTarget(
  words: readonly string[],
  protocol: ServerJob["protocol"],
  place: StartingPlace = {},
): ServerTarget {
  const [program = "", ...args] = words;
  const command = startable([program, ...args], place);
  const killProgram = findKiller();
  if (killProgram === null) warnOfOrphans();
  return {
    job: {
      target: { kind: "stdio", command, ...place },
      killProgram,
      authorization: null,
      protocol,
    },
    capabilities: capabilities({ run: runList(command[0], killProgram, place.env) }),
    problem: null,
    files: [],
  };
}

let warned = false;

/** Says once that the group of a server cannot be ended. */
function warnOfOrphans(): void {
  if (warned) return;
  warned = true;
  const name = Deno.build.os === "windows" ? "taskkill" : "kill";
  printError(
    `no program ${name} was found: processes that the server starts may outlive this run; ` +
      `install ${name}\n`,
  );
}

/**
 * A server at an endpoint.
 * @param config what a client sends to it; its authorization goes before that of the environment
 */
export function httpTarget(
  url: string,
  allowRemote: boolean,
  protocol: ServerJob["protocol"],
  config: Pick<Extract<Launch, { kind: "http" }>, "authorization" | "headers"> | null = null,
): ServerTarget {
  const parsed = parseEndpoint(url, allowRemote);
  const endpoint = parsed.kind === "endpoint" ? parsed.endpoint : null;
  forgetProxies();
  return {
    job: {
      target: {
        kind: "http",
        url: endpoint?.url ?? url,
        allowRemote,
        ...(config === null ? {} : { headers: config.headers }),
      },
      killProgram: null,
      authorization: endpoint &&
        (config?.authorization ?? readVariableIfPossible(AUTHORIZATION_VARIABLE) ?? null),
      protocol,
    },
    capabilities: capabilities({ net: endpoint === null ? [] : [endpoint.address] }),
    problem: parsed.kind === "refused" ? parsed.problem : null,
    files: [],
  };
}
