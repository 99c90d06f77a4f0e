import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { noteError, payForWork } from "../../core/schema/generated-code.ts";

/** The code that ajv generates for a schema, as it is and rewritten. */
function codeOf(schema: object): { plain: string; paid: string }[] {
  const functions: { plain: string; paid: string }[] = [];
  const process = (plain: string) => {
    functions.push({ plain, paid: payForWork(plain) });
    return plain;
  };
  new Ajv2020({ strict: false, inlineRefs: false, validateSchema: false, code: { process } })
    .compile(schema);
  return functions;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

Deno.test("each function and each loop pays", () => {
  const functions = codeOf({
    items: { properties: { a: { type: "string" } } },
    additionalProperties: { $ref: "#/$defs/n" },
    patternProperties: { "^x": { contains: { type: "null" } } },
    propertyNames: { maxLength: 3 },
    $defs: { n: { type: "number" } },
  });
  assert.equal(functions.length, 2);
  for (const { plain, paid } of functions) {
    const loops = count(plain, "for(");
    assert.equal(count(paid, "self.mcpevalSpend("), loops + 1);
    assert.equal(count(paid, "{self.mcpevalSpend("), loops);
  }
  assert.equal(functions.map(({ plain }) => count(plain, "for(")).join(), "0,5");
});

Deno.test("what a loop pays depends on its own body", () => {
  const [{ paid } = { paid: "" }] = codeOf({
    items: { type: "string" },
    properties: Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`property ${index}`, { type: "string" }]),
    ),
  });
  assert.match(paid, /for\(let i0=0; i0<len0; i0\+\+\)\{self\.mcpevalSpend\(1\);/);
  const head = /let vErrors = null;self\.mcpevalSpend\((\d+)\);/.exec(paid);
  assert.ok(Number(head?.[1]) > 20);
});

Deno.test("errors are counted, not kept, and their paths not escaped", () => {
  const [{ paid } = { paid: "" }] = codeOf({
    anyOf: [{ $ref: "#" }, { type: "string" }, { required: ["a"] }],
    additionalProperties: { type: "null" },
  });
  assert.equal(count(paid, ".concat("), 0);
  assert.equal(count(paid, "vErrors.push("), 0);
  assert.equal(count(paid, ".replace("), 0);
  assert.ok(count(paid, "self.mcpevalNote(vErrors)") >= 3);
  assert.deepEqual(noteError(["first"]), ["first", null]);
});

Deno.test("names and texts stay as they are", () => {
  const names = [
    "for(let i0=0; i0<len0; i0++){",
    "let vErrors = null;",
    "vErrors.push(err1)",
    "vErrors.concat(validate0.errors)",
    '"for(const key0 in data){',
    '\\"}{',
    '.replace(/~/g, "~0").replace(/\\//g, "~1")',
  ];
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const [{ paid } = { paid: "" }] = codeOf({ properties, required: names });
  for (const name of names) assert.ok(paid.includes(JSON.stringify(name)), name);
  assert.equal(count(paid, "self.mcpevalSpend("), 1);
});

Deno.test("code of another shape is not run", () => {
  assert.throws(() => payForWork("let vErrors = [];"), /unknown shape/);
  assert.throws(() => payForWork("let vErrors = null;let vErrors = null;"), /unknown shape/);
  assert.throws(() => payForWork("let vErrors = null;for(let i=0; i<n; i++){"), /unknown shape/);
});

Deno.test("so many errors are no honest check", () => {
  const errors: unknown[] = new Array(2_000_000).fill(null);
  assert.throws(() => noteError(errors), { name: "Exhausted" });
});
