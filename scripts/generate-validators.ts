/**
 * Turns the JSON Schemas of `data/` into self-contained validators, so that no program has to load
 * and run a schema compiler at start-up: `deno run -A scripts/generate-validators.ts [--check]`.
 * With `--check` nothing is written, and the status is 1 when a committed file is out of date.
 *
 * @module
 */
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvStandalone from "ajv/dist/standalone/index.js";
import { writeOrCheck } from "./generated-files.ts";
import { runScript, ScriptError } from "./script-error.ts";

interface Target {
  /** Schema file in `data/`. */
  schema: string;
  /** Module to write in `data/`: exports `document`, the validator of the whole schema. */
  output: string;
  /**
   * Name in `$defs` of an `anyOf`. `document` accepts everything there; each branch becomes a
   * validator of its own, exported under the branch's name, so that the caller can pick the branch
   * that was meant and gets the problems of no other.
   */
  branches: string | null;
}

/** One line per schema. */
const TARGETS: readonly Target[] = [
  { schema: "manifest.schema.json", output: "manifest.validate.js", branches: "probeCase" },
];

/** CommonJS under an ES import: the function is the namespace's `default` at run time. */
const standalone = ajvStandalone as unknown as typeof ajvStandalone.default;

/** What the generated code asks of the compiler's run-time library. */
const HELPER = /require\("(ajv\/dist\/runtime\/[\w/]+)"\)\.default/g;

function header(schema: string): string {
  return `// Generated from ${schema} by scripts/generate-validators.ts; do not edit.
// Holds run-time helpers of ajv (MIT License).
// deno-fmt-ignore-file
// deno-lint-ignore-file
// deno-coverage-ignore-file
// @ts-nocheck: generated
`;
}

/** The module text for one target. */
async function generate(root: string, target: Target): Promise<string> {
  const text = await Deno.readTextFile(join(root, "data", target.schema));
  const schema = JSON.parse(text, withoutProse);
  const names: Record<string, string> = { document: schema.$id };
  if (target.branches !== null) {
    for (const { $ref } of schema.$defs[target.branches].anyOf) {
      names[$ref.replace("#/$defs/", "")] = schema.$id + $ref;
    }
    schema.$defs[target.branches] = true;
  }
  const ajv = new Ajv2020({
    // Every problem is wanted: the loader ranks them.
    allErrors: true,
    // The loader writes the messages.
    messages: false,
    strictTypes: false,
    // In draft 2020-12 a format only tells readers something.
    validateFormats: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addSchema(schema);
  const code = await embedHelpers(standalone(ajv, names));
  if (code.includes("require(")) throw new ScriptError(`${target.output} is not self-contained`);
  return header(target.schema) + code.replace(/\n*$/, "\n");
}

/** For `JSON.parse`: the generated module holds parts of the schema, and prose only makes it big. */
function withoutProse(key: string, value: unknown): unknown {
  return key === "description" && typeof value === "string" ? undefined : value;
}

/** Replaces each reference to a run-time helper by the helper's own source. */
async function embedHelpers(code: string): Promise<string> {
  const sources = new Map<string, string>();
  for (const [, module = ""] of code.matchAll(HELPER)) {
    const { default: exported } = await import(`${module}.js`);
    sources.set(module, `(${exported.default ?? exported})`);
  }
  return code.replace(HELPER, (_match, module: string) => sources.get(module) ?? "");
}

if (import.meta.main) {
  await runScript(async () => {
    const root = join(import.meta.dirname ?? ".", "..");
    const files: Record<string, string> = {};
    for (const target of TARGETS) files[`data/${target.output}`] = await generate(root, target);
    return await writeOrCheck(files, "generate-validators.ts");
  });
}
