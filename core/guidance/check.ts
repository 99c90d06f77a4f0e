/** The front's check of what an inspection hands over from the engine: an allow-list, as elsewhere. */

import type { ToolName } from "../labels.ts";
import { ascending, list, members, oneOf, refuse, toolName } from "../report/check-parts.ts";
import type { ProfileObservation, SeenServer } from "./observation.ts";
import type { ProfileName } from "./profiles.ts";

/**
 * Observations of exactly these profiles, with nothing but names of tools.
 * @throws {IncompleteError} for anything else
 */
export function checkObservations(
  value: unknown,
  profiles: readonly ProfileName[],
): ProfileObservation[] {
  const observations = list(value, "profiles");
  if (observations.length !== profiles.length) refuse("profiles");
  return profiles.map((name, index) => {
    const at = `profiles[${index}]`;
    const { profile, seen } = members(observations[index], ["profile", "seen"], at);
    return {
      profile: oneOf([name], profile, `${at}.profile`),
      seen: seen === null ? null : checkSeen(seen, `${at}.seen`),
    };
  });
}

function checkSeen(value: unknown, at: string): SeenServer {
  const { tools, instructed, referenced } = members(
    value,
    ["tools", "instructed", "referenced"],
    at,
  );
  return {
    tools: checkNames(tools, `${at}.tools`),
    instructed: typeof instructed === "boolean" ? instructed : refuse(`${at}.instructed`),
    referenced: checkNames(referenced, `${at}.referenced`),
  };
}

function checkNames(value: unknown, at: string): ToolName[] {
  const names = list(value, at).map((name) => toolName(name, at));
  ascending(names, at);
  return names;
}
