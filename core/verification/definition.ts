/** What exactly a verification ran: passes count together only for one definition (capture.md §11.3). */

import type { Manifest, ProbeCase } from "../manifest/types.ts";
import { normalCase } from "../manifest/write.ts";
import { encodeJson, type Json } from "../mcp/json.ts";
import type { Target } from "../mcp/session.ts";
import type { LaunchIdentity } from "./launch-identity.ts";

/** Everything that a verdict depends on. */
export interface VerificationDefinition {
  /** Version of mcpeval, and SHA-256 of the program that runs, in hex. */
  evaluator: { version: string; sha256: string };
  manifest: Manifest;
  /** One of the manifest's. */
  probeCase: ProbeCase;
  target: Target;
  /** Null over HTTP. */
  launch: LaunchIdentity | null;
}

/** The definition as compact JSON whose keys are sorted at every level. */
export function encodeDefinition(definition: VerificationDefinition): string {
  const { evaluator, manifest, probeCase, target, launch } = definition;
  const sandbox = "sandbox" in probeCase && probeCase.sandbox !== null
    ? manifest.sandboxes[probeCase.sandbox] ?? null
    : null;
  const isHttp = target.kind === "http";
  return encodeJson({
    contract: "mcpeval-verification/1",
    evaluator: evaluator.version,
    evaluator_sha256: evaluator.sha256,
    manifest_version: manifest.version,
    timeout_ms: manifest.timeout_ms,
    case: normalCase(probeCase),
    sandbox,
    target: {
      command: isHttp ? null : [...target.command],
      url: isHttp ? target.url : null,
      allow_remote_http: isHttp && target.allowRemote,
      launch_identity: launch && {
        executable: launch.executable,
        artifacts: launch.artifacts.map((artifact): Json => [...artifact]),
      },
    },
  });
}
