/**
 * Looks at a server through the eyes of several clients: which tools each of them is offered, and
 * which its instructions speak of (readiness.md §16). No tool is called.
 */

import type { ToolName } from "../labels.ts";
import { Fault } from "../mcp/faults.ts";
import { compareBytes, isObject, type JsonObject } from "../mcp/json.ts";
import type { Connector, Session } from "../mcp/session.ts";
import { delay } from "../mcp/time.ts";
import { part } from "../parting.ts";
import { explainFault, faultOf } from "../run-faults.ts";
import { listStrictly } from "./listing.ts";
import type { ProfileObservation } from "./observation.ts";
import { PROFILE_CAPABILITIES, type ProfileName } from "./profiles.ts";

/** What an inspection needs; the connector stays open afterwards, its owner closes it. */
export interface Inspection {
  connector: Connector;
  /** The revision that the connector offers, which the server has to agree to. */
  revision: string;
  /** In the order of the report, each once. */
  profiles: readonly ProfileName[];
  /** How long a server may go on registering tools after the handshake, in ms. */
  settleMs: number;
  /** Told before each profile: how many of how many are done, and the profile. */
  onProgress?: (done: number, total: number, label: string) => void;
  /** Given each line for stderr; the lines hold no content. */
  onDiagnostic?: (line: string) => void;
}

/** Looks at the server once per profile, on a fresh connection each; a failure costs that profile. */
export async function inspectGuidance(inspection: Inspection): Promise<ProfileObservation[]> {
  const { profiles, onProgress } = inspection;
  const looks: { profile: ProfileName; look: Look | null }[] = [];
  for (const profile of profiles) {
    onProgress?.(looks.length, profiles.length, profile);
    looks.push({ profile, look: await lookAs(profile, inspection) });
  }
  const known = new Set(looks.flatMap(({ look }) => look?.tools ?? []));
  return looks.map(({ profile, look }) => ({
    profile,
    seen: look && {
      tools: look.tools,
      instructed: look.instructions !== null,
      referenced: referencedTools(look.instructions ?? "", known),
    },
  }));
}

/** What one profile gets; the instructions are payload and stay in here. */
interface Look {
  tools: ToolName[];
  instructions: string | null;
}

/** Null when the server did not answer as a client must be able to expect. */
async function lookAs(
  profile: ProfileName,
  { connector, revision, settleMs, onDiagnostic }: Inspection,
): Promise<Look | null> {
  let session: Session | null = null;
  try {
    session = await connector.connect({ capabilities: PROFILE_CAPABILITIES[profile] });
    const { capabilities, instructions } = checkIntroduction(session.introduction, revision);
    if (capabilities.tools === undefined) return { tools: [], instructions };
    await delay(settleMs);
    return { tools: await listStrictly(session), instructions };
  } catch (error) {
    const fault = faultOf(error, connector);
    onDiagnostic?.(`profile ${profile} ${fault.label}: ${explainFault(fault)}`);
    return null;
  } finally {
    if (session !== null) await part(session);
  }
}

/** @throws {Fault} for a handshake that breaks the rules of MCP 2025-06-18 (Lifecycle, Initialization) */
function checkIntroduction(
  introduction: JsonObject | null,
  revision: string,
): { capabilities: JsonObject; instructions: string | null } {
  if (introduction === null) throw new Fault("transport-error", "initialize has no result");
  const { protocolVersion, capabilities, instructions } = introduction;
  if (protocolVersion !== revision) {
    throw new Fault("transport-error", `initialize did not agree to MCP ${revision}`);
  }
  if (!isObject(capabilities)) {
    throw new Fault("transport-error", "initialize was answered without an object of capabilities");
  }
  if (capabilities.tools !== undefined && !isObject(capabilities.tools)) {
    throw new Fault("transport-error", "the capability tools is no object");
  }
  if (instructions !== undefined && typeof instructions !== "string") {
    throw new Fault("transport-error", "the instructions of initialize are no text");
  }
  return { capabilities, instructions: instructions ?? null };
}

/** The known tools that stand between backticks, exactly and alone; in byte order. */
function referencedTools(instructions: string, known: ReadonlySet<ToolName>): ToolName[] {
  const quoted = new Set(instructions.split("`").filter((_, index) => index % 2 === 1));
  return [...known].filter((name) => quoted.has(name)).sort(compareBytes);
}
