/** The published JSON Schema: what it is, and that the loader and it agree. */

import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import text from "../../data/manifest.schema.json" with { type: "text" };
import { loadManifest } from "../../core/manifest/load.ts";
import { denoCommand } from "../../scripts/deno-command.ts";
import { nearManifests } from "./near-manifests.ts";
import { document, MINIMAL, sample } from "./samples.ts";

const schema = JSON.parse(text);

const ajv = new Ajv2020({ strictTypes: false });
const validate = ajv.compile(schema);

Deno.test("manifest schema: it is a valid schema of draft 2020-12", () => {
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assert.equal(ajv.validateSchema(schema), true, JSON.stringify(ajv.errors));
});

Deno.test("manifest schema: its address, title and definitions are the published ones", () => {
  assert.equal(
    schema.$id,
    "https://raw.githubusercontent.com/cavi-ai/mcp-eval/main/docs/mcp-eval.manifest.schema.json",
  );
  assert.equal(schema.title, "mcp-eval manifest");
  assert.equal(schema.additionalProperties, false);
  const names = Object.keys(schema.$defs);
  const published = [
    "identifier",
    "toolName",
    "access",
    "arguments",
    "resultPath",
    "expectation",
    "workflowStep",
    "probeCase",
  ];
  assert.deepEqual(published.filter((name) => !names.includes(name)), []);
  assert.equal(schema.$defs.probeCase.anyOf.length, 20);
});

Deno.test("manifest schema: every object with fixed fields is closed", () => {
  const open: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, properties, additionalProperties } = value as Record<string, unknown>;
    if (type === "object" && properties !== undefined && additionalProperties !== false) {
      open.push(path);
    }
    for (const [key, member] of Object.entries(value)) visit(member, `${path}/${key}`);
  };
  visit(schema, "#");
  assert.deepEqual(open, []);
});

Deno.test("manifest schema: every field is described for editors", () => {
  const definitions = schema.$defs as unknown as Record<string, Described>;
  const silent = Object.entries({ "#": schema as unknown as Described, ...definitions })
    .flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, field]) => {
          const target = definitions[field.$ref?.replace("#/$defs/", "") ?? ""];
          return (field.description ?? target?.description ?? "") === "";
        })
        .map(([field]) => `${name}.${field}`)
    );
  assert.deepEqual(silent, []);
});

interface Described {
  $ref?: string;
  description?: string;
  properties?: Record<string, Described>;
}

for (const kind of Object.keys(MINIMAL)) {
  Deno.test(`manifest schema: it accepts a minimal ${kind} case and names its own kind only`, () => {
    assert.equal(validate(JSON.parse(document([sample(kind)]))), true);
    assert.equal(validate({ version: 1, probes: [sample(kind, { probe: "other" })] }), false);
    assert.equal(validate({ version: 1, probes: [sample(kind, { extra: 1 })] }), false);
  });
}

/** Refusals for what the schema does not hold. */
const BEYOND = new RegExp([
  "id must be unique",
  "probe must (not )?name a sandbox",
  "sandbox is not declared",
  "max_tool_tokens must not exceed max_total_tokens",
  "expected 1 to 512 bytes of UTF-8",
  "must be a 64-bit integer",
].join("|"));

Deno.test("manifest schema: what the loader accepts it accepts, what it refuses the loader refuses", () => {
  const seen = { accepted: 0, refused: 0, beyond: 0 };
  fc.assert(
    fc.property(nearManifests(), (value) => {
      const text = JSON.stringify(value);
      const refusal = refusalOf(text);
      const valid = validate(JSON.parse(text));
      if (refusal === null) {
        seen.accepted++;
        assert.ok(valid, JSON.stringify(validate.errors));
      } else if (valid) {
        seen.beyond++;
        assert.match(refusal, BEYOND);
      } else seen.refused++;
    }),
    { numRuns: 3000 },
  );
  // Each outcome was tried, or the property says nothing.
  assert.ok(Object.values(seen).every((count) => count > 20), JSON.stringify(seen));
});

function refusalOf(text: string): string | null {
  try {
    loadManifest(text, "m.json");
    return null;
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.equal(error.name, "UsageError", error.stack ?? "");
    return error.message;
  }
}

Deno.test("manifest schema: the generated validators are up to date", async () => {
  const script = new URL("../../scripts/generate-validators.ts", import.meta.url).pathname;
  const { code, stderr } = await denoCommand(["run", "-A", script, "--check"], {
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
});
