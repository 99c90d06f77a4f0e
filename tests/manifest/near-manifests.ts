/** Manifests that are right but for a few edits, for property tests. */

import fc from "fast-check";
import { type Fields, MINIMAL, sample } from "./samples.ts";

const EXPECT = {
  outcome: "ok",
  required_result_fields: ["a"],
  equals: { a: 1 },
  required_result_paths: ["/a"],
  equals_paths: { "/a": null },
  error_code: null,
};
const STEP = { tool: "t", arguments: {}, expect: EXPECT };

/** The optional fields of the kinds that have some. */
const OPTIONAL: Readonly<Record<string, Fields>> = {
  "contention": { sandbox: null },
  "state-recovery": { sandbox: null },
  "token-cost": { max_tool_tokens: 10 },
  "cancellation": { sandbox: null, require_honored: true },
  "instruction-fidelity": { expect: EXPECT },
  "resource-subscription": { trigger_tool: "t", trigger_arguments: {} },
  "workflow": { steps: [STEP, STEP] },
};

/** Values at and around every bound of the format. */
// deno-fmt-ignore
const VALUES: readonly unknown[] = [
  null, true, false, "", "a", "Z9_.:-", "1a", "a b", "é", "a".repeat(64), "a".repeat(65),
  "a".repeat(128), "a".repeat(129), "x".repeat(512), "x".repeat(513), "é".repeat(257), "a\n",
  "2025-06-18", "2000-01-01", "2000-1-1", "ref/prompt", "ref/resource", "accept", "cancel",
  "ok", "error", "read_only", "mutating", "box", "other", "pagination",
  -1, 0, 1, 2, 10, 11, 20, 21, 32, 60, 61, 99, 100, 101, 1000, 1001, 10000, 10001, 100000, 100001,
  600000, 600001, 1000000, 1000001, 10000000, 10000001, 16000000, 16000001, 0.5, 2 ** 63, -(2 ** 63),
  [], {}, [1], ["a"], ["a", "a"], ["/a"], ["/a", "/a"], ["/~"], [""], { a: 1 }, { a: "x y" },
  { a: "xy" }, { a: [] }, { "/a": "x" }, { "/~2": 1 }, { "1": 1 },
];

const NAMES = ["sandbox", "$schema", "tool", "error_code", "max_pages", "x", "a b", "toString"];

/** One change: of the value at a place, to another one; `name` adds a member with that name. */
interface Edit {
  at: number;
  action: "replace" | "remove" | "add";
  name: string;
  value: unknown;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(),
  action: fc.constantFrom(
    "replace" as const,
    "replace" as const,
    "remove" as const,
    "add" as const,
  ),
  name: fc.constantFrom(...NAMES),
  value: fc.constantFrom(...VALUES),
});

/**
 * Documents of one or two cases with up to two edits anywhere.
 * @param planted values that the edits use besides the usual ones, but never for an id
 */
export function nearManifests(planted: readonly unknown[] = []): fc.Arbitrary<unknown> {
  const edits = planted.length === 0 ? edit : fc.oneof(
    edit,
    edit.chain((one) => fc.constantFrom(...planted).map((value) => ({ ...one, value }))),
  );
  const kinds = fc.array(fc.constantFrom(...Object.keys(MINIMAL)), { minLength: 1, maxLength: 2 });
  const odds = fc.integer({ min: 0, max: 9 });
  return fc.tuple(kinds, fc.array(edits, { maxLength: 2 }), fc.boolean(), odds).map(
    ([chosen, changes, mutating, luck]) => {
      const cases = chosen.map((kind, index) =>
        sample(kind, {
          id: luck === 0 ? "twin" : `c${index}`,
          ...OPTIONAL[kind],
          ...(mutating && kind === "contention" ? { access: "mutating", sandbox: "box" } : {}),
        })
      );
      const sandboxes = { box: { description: "scratch" } };
      const document = { version: 1, timeout_ms: null, sandboxes, probes: cases };
      return changes.reduce(
        (value, change) => edited(value, change, planted),
        structuredClone(document) as unknown,
      );
    },
  );
}

function edited(root: unknown, { at, action, name, value }: Edit, planted: readonly unknown[]) {
  const places = [...containers(root)].flatMap((holder) =>
    Object.keys(holder).map((key) => ({ holder, key }))
  );
  const place = places[at % Math.max(places.length, 1)];
  if (place === undefined) return root;
  const { holder, key } = place;
  if (key === "id" && planted.includes(value)) return root;
  if (action === "add" && !Array.isArray(holder)) holder[name] = structuredClone(value);
  else if (action !== "remove") holder[key] = structuredClone(value);
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return root;
}

function* containers(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  yield value as Record<string, unknown>;
  for (const member of Object.values(value)) yield* containers(member);
}
