/** ajv, set up for one schema of a stranger; the modules are loaded when one is first needed. */

import type { Ajv, Options } from "ajv";
import { contentKeywords } from "./content.ts";
import { type Dialect, refStandsAlone } from "./dialect.ts";
import { loadFormats } from "./formats.ts";
import { noteError, type Payer, payForWork } from "./generated-code.ts";
import { type CheckState, exactKeywords } from "./keywords.ts";
import { CHECK_UNITS, spend } from "./meter.ts";
import type { PreparedSchema } from "./prepare.ts";
import { compilePattern, MAX_SIZE, patternSize } from "./pattern.ts";

/** What of ajv's classes is used. */
export type Validator = Pick<
  Ajv,
  "addKeyword" | "addMetaSchema" | "compile" | "formats" | "getSchema" | "opts" | "removeKeyword"
>;

/** Keywords that ajv honours in dialects that do not know them. */
const UNKNOWN_TO: Record<Dialect, string[]> = {
  "draft-04": ["const", "contains", "else", "if", "propertyNames", "then"],
  "draft-06": ["else", "if", "then"],
  "draft-07": [],
  "2019-09": ["$dynamicRef"],
  "2020-12": ["$recursiveRef"],
};

const METASCHEMAS: Record<Dialect, string> = {
  "draft-04": "http://json-schema.org/draft-04/schema",
  "draft-06": "http://json-schema.org/draft-06/schema",
  "draft-07": "http://json-schema.org/draft-07/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};

/** Largest sum of the sizes of a schema's patterns: some 100 MB once they are compiled. */
const MAX_PATTERNS = 2_000_000;

/** The state of the checks with one schema. */
export function newCheckState(): CheckState {
  return { meter: { left: CHECK_UNITS }, projection: null };
}

/**
 * A validator of a dialect with nothing in it but the dialect's metaschemas. Each schema gets one
 * of its own (half a millisecond): nothing that a schema calls itself can reach another.
 */
export async function newValidator(
  dialect: Dialect,
  state: CheckState,
  { wide, unevaluated }: Pick<PreparedSchema, "wide" | "unevaluated">,
): Promise<Validator> {
  const formats = await loadFormats(dialect, state.meter);
  const validator = await newAjv(dialect, {
    strict: false,
    // Code that goes on after an error is flat; code that stops at the first is nested.
    allErrors: wide,
    logger: false,
    messages: false,
    // Metaschemas have a validator of their own, below.
    validateSchema: false,
    // A target copied into each place that refers to it would multiply the code.
    inlineRefs: false,
    ignoreKeywordsWithRef: refStandsAlone(dialect),
    formats,
    code: {
      optimize: false,
      process: payForWork,
      regExp: Object.assign(patternCompiler(state), { code: "pattern" }),
    },
  });
  const payer: Payer = {
    mcpevalSpend: (units) => spend(state.meter, units),
    mcpevalNote: noteError,
  };
  Object.assign(validator, payer);
  // Where nothing asks, branches after one that holds are left out, in code that is nested again.
  validator.opts.unevaluated = unevaluated || wide;
  // A format named like a method of objects is unknown too.
  Object.setPrototypeOf(validator.formats, null);
  for (const keyword of [...exactKeywords(state), ...contentKeywords(dialect, state.meter)]) {
    validator.removeKeyword(keyword.keyword);
    validator.addKeyword(keyword);
  }
  for (const keyword of UNKNOWN_TO[dialect]) validator.removeKeyword(keyword);
  return validator;
}

interface MetaschemaCheck {
  state: CheckState;
  holds(schema: unknown): unknown;
}

/** Metaschemas take longer to compile than tools' schemas, so there is one check per dialect. */
const metaschemas = new Map<Dialect, Promise<MetaschemaCheck>>();

/** Whether a schema is one of its dialect; false too when finding out takes too much work. */
export async function satisfiesMetaschema(schema: unknown, dialect: Dialect): Promise<boolean> {
  let loading = metaschemas.get(dialect);
  if (!loading) {
    loading = compileMetaschema(dialect);
    metaschemas.set(dialect, loading);
  }
  const { state, holds } = await loading;
  state.meter.left = CHECK_UNITS;
  try {
    return holds(schema) === true;
  } catch {
    return false;
  }
}

async function compileMetaschema(dialect: Dialect): Promise<MetaschemaCheck> {
  const state = newCheckState();
  const validator = await newValidator(dialect, state, { wide: false, unevaluated: false });
  const holds = validator.getSchema(METASCHEMAS[dialect]);
  if (!holds) throw new Error("the metaschema is missing");
  return { state, holds };
}

/** Of a CommonJS module, bundles know only the default export: the module as a whole. */
async function newAjv(dialect: Dialect, options: Options): Promise<Validator> {
  switch (dialect) {
    case "2020-12":
      return new (await import("ajv/dist/2020.js")).default.Ajv2020(options);
    case "2019-09":
      return new (await import("ajv/dist/2019.js")).default.Ajv2019(options);
    case "draft-07":
      return new (await import("ajv")).default.Ajv(options);
    case "draft-06": {
      const { Ajv } = (await import("ajv")).default;
      const metaschema = await import("ajv/dist/refs/json-schema-draft-06.json", {
        with: { type: "json" },
      });
      return new Ajv(options).addMetaSchema(metaschema.default, undefined, false);
    }
    case "draft-04":
      return new (await import("ajv-draft-04")).default.default(options);
  }
}

/** What generated code calls; its text tells patterns apart. */
interface PatternTest {
  test(text: string): boolean;
  toString(): string;
}

/** Compiles the patterns of one schema, each once, and all of them within one bound. */
function patternCompiler(state: CheckState): (pattern: string) => PatternTest {
  const tests = new Map<string, PatternTest>();
  let size = 0;
  return (pattern) => {
    let test = tests.get(pattern);
    if (!test) {
      size += Math.min(patternSize(pattern), MAX_SIZE);
      const matcher = size > MAX_PATTERNS ? null : compilePattern(pattern);
      if (matcher === null) throw new Error("a pattern cannot be used");
      test = { test: (text) => matcher(text, state.meter), toString: () => pattern };
      tests.set(pattern, test);
    }
    return test;
  };
}
