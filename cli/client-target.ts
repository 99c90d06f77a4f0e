/** Servers under test that a client's config names (docs/clients.md). */

import { resolve } from "node:path";
import type { ClientConfig, ClientEntry } from "../core/clients/config.ts";
import { projectFolder, variableStyle } from "../core/clients/files.ts";
import { type Launch, launchOf } from "../core/clients/launch.ts";
import { unknownServer } from "../core/clients/rewrite.ts";
import { labelFor } from "../core/clients/wrapping.ts";
import { DocumentError } from "../core/errors.ts";
import { isWithin } from "../core/paths.ts";
import { locateConfig, readConfig } from "./client-config.ts";
import type { Invocation } from "./command.ts";
import { readVariable } from "./environment.ts";

/** What `--client-config` gives. */
export interface ConfiguredServer {
  /** Its name in the config. */
  name: string;
  launch: Launch;
}

/** A config that was read, with the servers that its client would see from here. */
export interface OpenedConfig {
  path: string;
  config: ClientConfig;
  /** Each name once: what is bound to this project goes before what counts everywhere. */
  entries: ClientEntry[];
}

/**
 * Reads the config that a user means.
 * @param named the name of a client, or a path
 * @throws {UsageError}
 */
export function openConfig(named: string): OpenedConfig {
  const path = locateConfig(named);
  const config = readConfig(path);
  const entries = new Map<string, ClientEntry>();
  const nearest = [...config.entries].filter(({ project }) => isAround(project)).sort((a, b) =>
    (b.project?.length ?? 0) - (a.project?.length ?? 0)
  );
  for (const entry of nearest) if (!entries.has(entry.name)) entries.set(entry.name, entry);
  return {
    path,
    config,
    entries: config.entries.filter((each) => entries.get(each.name) === each),
  };
}

/** Whether a project's folder is the current one or around it; null is around everything. */
function isAround(project: string | null): boolean {
  return project === null || isWithin(Deno.cwd(), project);
}

/**
 * The server that a label means: the one of that name, or else the one whose label it is.
 * @throws {UsageError} when there is none, or more than one
 */
export function configuredServer(opened: OpenedConfig, label: string): ConfiguredServer {
  const { entries } = opened;
  const named = entries.find(({ name }) => name === label);
  const labelled = entries.filter(({ name }) => labelFor(name) === label);
  const [entry, ...more] = named === undefined ? labelled : [named];
  if (entry === undefined) throw unknownServer(entries);
  if (more.length > 0) {
    throw new DocumentError(
      "the client config has two servers with that label; rename one of them",
    );
  }
  return readEntry(opened, entry);
}

/** Goes on after the complaint about a bad label: the one of the server that it names, or nothing. */
export function labelAdvice({ options }: Invocation): string {
  const config = options["clientConfig"];
  if (typeof config !== "string") return "";
  const isNamed = openConfig(config).entries.some(({ name }) => name === options["server"]);
  return isNamed ? `; that of this server is ${labelFor(String(options["server"]))}` : "";
}

/** All servers that are not switched off. @throws {UsageError} */
export function configuredServers(opened: OpenedConfig): ConfiguredServer[] {
  return opened.entries
    .filter(({ members }) => members.disabled !== true && members.enabled !== false)
    .map((entry) => readEntry(opened, entry));
}

function readEntry({ path }: OpenedConfig, entry: ClientEntry): ConfiguredServer {
  const place = resolve(path);
  const launch = launchOf(entry, variableStyle(place, entry.table), {
    variable: readVariable,
    home: readVariable("HOME") ?? readVariable("USERPROFILE") ?? null,
    project: projectFolder(place, Deno.cwd()),
    separator: Deno.build.os === "windows" ? "\\" : "/",
  });
  if (launch.kind === "stdio" && launch.cwd !== null && !isFolder(launch.cwd)) {
    throw new DocumentError(`${entry.table}.${entry.name}.cwd is not a folder`);
  }
  return { name: entry.name, launch };
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
