/** Strict loading of a manifest (manifest-and-probes.md §1, D10). */

import { asIdentifier } from "../labels.ts";
import { sha256 } from "./digest.ts";
import { type Node, readDocument, reject } from "./document.ts";
import { brokenRule, placeOf, type Problem, problemsOf, type Scope } from "./problem.ts";
import { repeatedFields } from "./repeated.ts";
import { brokenRules } from "./rules.ts";
import { toolFields, type ToolPlaces } from "./select.ts";
import {
  caseErrors,
  caseSchema,
  complete,
  DOCUMENT_SCHEMA,
  documentErrors,
  project,
} from "./structure.ts";
import { type Manifest, PROBE_KINDS, type ProbeCase, type ProbeKind } from "./types.ts";

/** A manifest with what reports say about its file. */
export interface LoadedManifest {
  manifest: Manifest;
  /** SHA-256 of the exact bytes, in lower-case hex. */
  sha256: string;
  /** For each case id the line of its `id` field, from 1. */
  lines: ReadonlyMap<string, number>;
  toolPlaces: ToolPlaces;
}

/** One case on its way from the text to the manifest. */
interface Candidate {
  scope: Scope;
  problems: Problem[];
}

/**
 * Reads and validates a manifest.
 * @param text the document; its bytes are hashed as they are, a string's as UTF-8
 * @param name the path for messages; comments and trailing commas are allowed in a `.jsonc` file
 * @throws {UsageError} for the first problem: what is no document at all, then violations of form
 * in the order of the text, then broken rules in the order of the specification. It names file,
 * line, case and field and quotes no value.
 */
export function loadManifest(text: string | Uint8Array, name: string): LoadedManifest {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const root = readDocument(bytes, name);
  const { scope, problems, candidates } = inspect(root);
  const all = [problems, ...candidates.map((candidate) => candidate.problems)].flat();
  rejectFirst(all.filter(({ rank }) => rank === null), name);
  rejectFirst(problems, name);
  // From here on the schema vouches for the types.
  const manifest = complete(root.value, scope.schema) as unknown as Manifest;
  const { version, timeout_ms, sandboxes } = manifest;
  const probes: ProbeCase[] = [];
  const lines = new Map<string, number>();
  const toolLines = new Map<string, number[]>();
  for (const { scope, problems } of candidates) {
    const probeCase = complete(scope.node.value, scope.schema) as unknown as ProbeCase;
    rejectFirst([...problems, ...brokenRules(scope, probeCase, sandboxes, lines)], name);
    probes.push(probeCase);
    lines.set(probeCase.id, scope.node.members?.get("id")?.line ?? scope.node.line);
    toolLines.set(probeCase.id, linesOfTools(scope.node, probeCase));
  }
  return {
    manifest: { version, timeout_ms, sandboxes, probes },
    sha256: sha256(bytes),
    lines,
    toolPlaces: { name, lines: toolLines },
  };
}

function linesOfTools(node: Node, probeCase: ProbeCase): number[] {
  return toolFields(probeCase).map(({ path }) => placeOf(node, path.map(String), null).line);
}

/** Ends the loading with the problem that comes first, if there is any. */
function rejectFirst(problems: readonly Problem[], name: string): void {
  let first = problems[0];
  for (const problem of problems) {
    if (first !== undefined && before(problem, first)) first = problem;
  }
  if (first !== undefined) reject(name, first.line, first.message);
}

/** Everything that the schema and the tree can say, of the document and of each case. */
function inspect(root: Node): { scope: Scope; problems: Problem[]; candidates: Candidate[] } {
  const projected = project(root.value) as { probes?: unknown[] } | null;
  const scope: Scope = { prefix: "", owner: "manifest", node: root, schema: DOCUMENT_SCHEMA };
  const problems = problemsOf(scope, [
    ...documentErrors(projected),
    ...repeatedFields(root, scope.schema),
  ]);
  const candidates: Candidate[] = [];
  root.members?.get("probes")?.node.items?.forEach((node, index) => {
    const kind = kindOf(node);
    const prefix = prefixOf(node);
    if (kind === null) {
      problems.push(noKind(node, prefix, index));
      return;
    }
    const schema = caseSchema(kind);
    const caseScope = { prefix, owner: kind, node, schema };
    const errors = [
      ...caseErrors(kind, projected?.probes?.[index]),
      ...repeatedFields(node, schema),
    ];
    candidates.push({ scope: caseScope, problems: problemsOf(caseScope, errors) });
  });
  return { scope, problems, candidates };
}

function kindOf(node: Node): ProbeKind | null {
  const label = node.members?.get("probe")?.node.value;
  return PROBE_KINDS.find((kind) => kind === label) ?? null;
}

/** Names the case as soon as its id is one. */
function prefixOf(node: Node): string {
  const id = asIdentifier(node.members?.get("id")?.node.value);
  return id === null ? "" : `probe case ${id}: `;
}

function noKind(node: Node, prefix: string, index: number): Problem {
  const scope: Scope = { prefix, owner: "manifest", node, schema: {} };
  const item = `manifest probes[${index}]`;
  const field = prefix === "" ? `${item} probe` : "probe";
  const text = node.members === undefined
    ? `${item} must be an object`
    : node.members.has("probe")
    ? `${field} must be one of ${PROBE_KINDS.join(", ")}`
    : `${field} is missing`;
  return brokenRule(scope, ["probe"], null, text);
}

/** Violations of form go by their place, broken rules by their rank. */
function before(a: Problem, b: Problem): boolean {
  return a.rank !== b.rank ? (a.rank ?? -1) < (b.rank ?? -1) : a.offset < b.offset;
}
