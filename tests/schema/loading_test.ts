import assert from "node:assert/strict";

/** All modules that a module loads with itself, packages included; types are not loaded. */
async function loadedWith(module: URL, seen: Set<string> = new Set()): Promise<Set<string>> {
  const source = await Deno.readTextFile(module);
  const imports = source.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)";/gm);
  for (const [, specifier = ""] of imports) {
    const name = specifier.startsWith(".") ? new URL(specifier, module).href : specifier;
    if (seen.has(name)) continue;
    seen.add(name);
    if (specifier.startsWith(".")) await loadedWith(new URL(name), seen);
  }
  return seen;
}

function packages(modules: Set<string>): string[] {
  return [...modules].filter((name) => !name.startsWith("file:"));
}

Deno.test("ajv and re2js are loaded with the first schema, not before", async () => {
  const loaded = await loadedWith(new URL("../../core/schema/validator.ts", import.meta.url));
  assert.ok([...loaded].some((name) => name.endsWith("/core/schema/prepare.ts")));
  assert.deepEqual(packages(loaded), []);
});

Deno.test("of ajv only the dialect that is needed is loaded", async () => {
  const loaded = await loadedWith(new URL("../../core/schema/engine.ts", import.meta.url));
  assert.deepEqual(packages(loaded), ["re2js"]);
});
