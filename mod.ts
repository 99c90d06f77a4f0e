/**
 * mcpeval as a library: what the command line does, without its isolates. Whoever imports this
 * module grants the permissions; the boundary of the command line does not apply.
 *
 * @example Gate a server
 * ```ts
 * import { evaluate, openTarget, parseManifest } from "@mcpeval/mcpeval";
 *
 * const { manifest } = parseManifest(await Deno.readFile("mcp-eval.manifest.json"), "manifest");
 * const connector = openTarget(
 *   { kind: "stdio", command: ["node", "server.js"] },
 *   { timeoutMs: manifest.timeout_ms, killProgram: "/usr/bin/kill" },
 * );
 * try {
 *   const { cases } = await evaluate({ cases: manifest.probes, connector });
 *   console.log(cases.filter(({ result }) => result.verdict !== "pass"));
 * } finally {
 *   await connector.close();
 * }
 * ```
 *
 * @module
 */

export { runGate as evaluate } from "./core/gate.ts";
export { type LoadedManifest, loadManifest as parseManifest } from "./core/manifest/load.ts";
export { openTarget, type TargetOptions } from "./core/mcp/connector.ts";
export { measureReadiness as score } from "./core/readiness/battery.ts";
export { diffReports } from "./core/report/diff/diff.ts";
export { buildReport } from "./core/report/document.ts";
export { renderJson } from "./core/report/json.ts";
export { readReport } from "./core/report/read.ts";
export { renderText } from "./core/report/text.ts";
export type { CaseResult, GateResult, ToolContract } from "./core/gate-result.ts";
export type { Manifest, ProbeCase, ProbeKind } from "./core/manifest/types.ts";
export type { Connector, Session, Target } from "./core/mcp/session.ts";
export type { Errored, Verdict } from "./core/probes/verdict.ts";
export type { ProbeReport } from "./core/report/document.ts";
