/** ajv, set up for schemas of strangers; the modules are loaded when one is first needed. */

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
type Validator = Pick<
  Ajv,
  | ("addKeyword" | "addMetaSchema" | "compile" | "formats" | "getSchema" | "opts" | "refs")
  | ("removeKeyword" | "removeSchema" | "schemas" | "scope")
>;

/** A schema that ajv compiled. */
export interface Compiled {
  holds(value: unknown): unknown;
  /** The state of its checks, shared with other schemas: set before each check. */
  state: CheckState;
}

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

/** Largest sum of the sizes of a schema's patterns: at most some 200 MB to compile. */
const MAX_PATTERNS = 1_000_000;

/** A validator with what its checks share. */
interface Engine {
  validator: Validator;
  state: CheckState;
  patterns: Patterns;
}

/** Engines without a trace of any schema; making one takes as long as compiling a small schema. */
const clean = new Map<string, Engine>();

/**
 * Compiles a schema that satisfies its metaschema. Nothing that one schema calls itself can reach
 * another: an engine in which a schema leaves an address, or which fails, serves no further one.
 * @throws whatever ajv finds wrong with the schema
 */
export async function compilePrepared(
  dialect: Dialect,
  { schema, wide, unevaluated }: PreparedSchema,
): Promise<Compiled> {
  const kind = [dialect, wide, unevaluated].join();
  const engine = clean.get(kind) ?? await newEngine(dialect, { wide, unevaluated });
  const { validator, state, patterns } = engine;
  const addresses = Object.keys(validator.refs).length;
  clean.delete(kind);
  Object.assign(patterns, newPatterns());
  Object.assign(validator, { scope: renewed(validator.scope) });
  const holds = validator.compile(schema);
  // The root of every schema without an address has the empty one.
  delete validator.refs[""];
  if (Object.keys(validator.refs).length === addresses) {
    validator.removeSchema(schema);
    clean.set(kind, engine);
  }
  return { holds, state };
}

/** An empty scope for the names in generated code, which are the same for a schema each time. */
function renewed(scope: Validator["scope"]): Validator["scope"] {
  const ValueScope = scope.constructor as new (options: unknown) => Validator["scope"];
  return new ValueScope({ ...scope.opts, scope: {} });
}

/** A validator of a dialect with nothing in it but the dialect's metaschemas. */
async function newEngine(
  dialect: Dialect,
  { wide, unevaluated }: Pick<PreparedSchema, "wide" | "unevaluated">,
): Promise<Engine> {
  const state: CheckState = { meter: { left: CHECK_UNITS }, projection: null };
  const patterns = newPatterns();
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
      regExp: Object.assign(patternCompiler(state, patterns), { code: "pattern" }),
    },
  });
  const payer: Payer = {
    mcpevalSpend: (units) => spend(state.meter, units),
    mcpevalNote: noteError,
  };
  Object.assign(validator, payer);
  // Where nothing asks, branches after one that holds are left out, in code that is nested again.
  validator.opts.unevaluated = unevaluated || wide;
  // A format or an address named like a method of objects is unknown too.
  for (const names of [validator.formats, validator.refs, validator.schemas]) {
    Object.setPrototypeOf(names, null);
  }
  const own = [...exactKeywords(dialect, state), ...contentKeywords(dialect, state.meter)];
  for (const keyword of own) {
    validator.removeKeyword(keyword.keyword);
    validator.addKeyword(keyword);
  }
  for (const keyword of UNKNOWN_TO[dialect]) validator.removeKeyword(keyword);
  return { validator, state, patterns };
}

/** Metaschemas take longer to compile than tools' schemas, so each is compiled once. */
const metaschemas = new Map<Dialect, Promise<Compiled>>();

/** The metaschema of a dialect. */
export function metaschemaOf(dialect: Dialect): Promise<Compiled> {
  let loading = metaschemas.get(dialect);
  if (!loading) {
    loading = compileMetaschema(dialect);
    metaschemas.set(dialect, loading);
  }
  return loading;
}

async function compileMetaschema(dialect: Dialect): Promise<Compiled> {
  const { validator, state } = await newEngine(dialect, { wide: false, unevaluated: false });
  const holds = validator.getSchema(METASCHEMAS[dialect]);
  if (!holds) throw new Error("the metaschema is missing");
  return { holds, state };
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

/** The patterns of the schema that is compiled. */
interface Patterns {
  tests: Map<string, PatternTest>;
  size: number;
}

function newPatterns(): Patterns {
  return { tests: new Map(), size: 0 };
}

/** Compiles the patterns of one schema, each once, and all of them within one bound. */
function patternCompiler(
  state: CheckState,
  patterns: Patterns,
): (pattern: string) => PatternTest {
  return (pattern) => {
    let test = patterns.tests.get(pattern);
    if (!test) {
      patterns.size += Math.min(patternSize(pattern), MAX_SIZE);
      const matcher = patterns.size > MAX_PATTERNS ? null : compilePattern(pattern);
      if (matcher === null) throw new Error("a pattern cannot be used");
      test = { test: (text) => matcher(text, state.meter), toString: () => pattern };
      patterns.tests.set(pattern, test);
    }
    return test;
  };
}
