import type { Aspect } from "./aspects.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** The JSON Schema of one tool argument. Keys in byte order, as everywhere in an entry. */
type Property = { readonly description?: string; readonly type: "integer" | "string" };

/**
 * One tool of `tools/list`. The keys stand in byte order, so that the size of an entry on the wire
 * is also its size in the canonical form that discovery costs are measured in.
 */
export type Entry = {
  readonly annotations?: { readonly destructiveHint?: boolean; readonly readOnlyHint?: boolean };
  readonly description: string;
  readonly inputSchema: {
    readonly properties: { readonly [name: string]: Property };
    readonly required?: readonly string[];
    readonly type: "object";
  };
  readonly name: string;
  readonly outputSchema?: JsonObject;
};

const READ_ONLY = { readOnlyHint: true };
const NO_ARGUMENTS: Entry["inputSchema"] = { properties: {}, type: "object" };

/**
 * The twelve tools. The lengths of the descriptions are part of the contract: published scores and
 * manifests of the demo server depend on the 2262 bytes of this listing, and `describe_status` and
 * `break_session` stay below the 40 characters that a catalog check asks for.
 */
const CATALOG: readonly Entry[] = [
  reader("describe_status", "Reports whether this server is ready."),
  reader("read_counter", "Reports how many calls and listings it counted."),
  reader("shared_read", "Answers many callers at once all the same.", {
    port: { description: "Some port number.", type: "integer" },
  }),
  reader("flaky_read", "Fails twice with a retryable error, then succeeds from then on."),
  reader("slow_read", "Answers after a short wait; can be cancelled."),
  {
    annotations: { destructiveHint: true },
    description: "Breaks the session until it is mended.",
    inputSchema: NO_ARGUMENTS,
    name: "break_session",
  },
  {
    annotations: { destructiveHint: false, readOnlyHint: false },
    description: "Mends the session once it has been broken.",
    inputSchema: NO_ARGUMENTS,
    name: "recover_session",
  },
  reader("session_status", "Reports whether the session works or has been broken."),
  reader("report_weather", "Reports the same invented weather for any city.", {
    city: { description: "City name", type: "string" },
  }),
  reader(
    "sampled_read",
    "Sends the client a model sampling request and answers this call at once.",
  ),
  reader("elicited_read", "Sends the client an elicitation request and answers this call at once."),
  reader("publish_status", "Announces that demo://status changed, then answers the call."),
];

/** What `bloated` adds: an entry without annotations, for a tool that does not exist. */
const PADDING_ENTRY: Entry = {
  description: "Exists only to make the listing one entry longer still.",
  inputSchema: NO_ARGUMENTS,
  name: "extra_padding_tool",
};

/** What `bloated` appends to every description: 48 characters, then 120 times 16. */
const PADDING_TEXT = " All that follows only makes this text too long:" +
  " and more filler".repeat(120);

const WEATHER_OUTPUT: JsonObject = {
  properties: { conditions: { type: "string" }, temperature: { type: "number" } },
  required: ["temperature", "conditions"],
  type: "object",
};

/** The result of one `tools/list` request. Any cursor that is not a string asks for page 1. */
export function listPage(aspect: Aspect | undefined, cursor: JsonValue | undefined): JsonObject {
  const entries = entriesOf(aspect);
  if (aspect !== "duplicate-page" && aspect !== "stalled-cursor") return page(entries);
  if (typeof cursor !== "string") return { ...page(entries), nextCursor: "next" };
  if (aspect === "stalled-cursor") return { ...page([]), nextCursor: "next" };
  return page(cursor === "next" ? entries.slice(0, 1) : []);
}

/**
 * Compares arguments with the types that a tool declares. Returns a sentence about the first that
 * differs, or undefined; undeclared arguments and unknown tools pass.
 */
export function typeViolation(tool: string, args: JsonObject): string | undefined {
  const declared = CATALOG.find((entry) => entry.name === tool)?.inputSchema.properties ?? {};
  for (const [name, { type }] of Object.entries(declared)) {
    if (!Object.hasOwn(args, name)) continue;
    const value = args[name];
    const matches = type === "integer" ? Number.isInteger(value) : typeof value === "string";
    if (!matches) return `argument "${name}" is not of type ${type}`;
  }
  return undefined;
}

function reader(
  name: string,
  description: string,
  properties?: Entry["inputSchema"]["properties"],
): Entry {
  return {
    annotations: READ_ONLY,
    description,
    inputSchema: properties === undefined ? NO_ARGUMENTS : { properties, type: "object" },
    name,
  };
}

function entriesOf(aspect: Aspect | undefined): readonly Entry[] {
  switch (aspect) {
    case "schema":
      return changed("describe_status", (entry) => ({
        ...entry,
        inputSchema: { properties: {}, required: ["missing"], type: "object" },
      }));
    case "output-schema":
      return changed("report_weather", (entry) => ({ ...entry, outputSchema: WEATHER_OUTPUT }));
    case "bloated":
      return [
        ...CATALOG.map((entry) => ({ ...entry, description: entry.description + PADDING_TEXT })),
        PADDING_ENTRY,
      ];
    case "undescribed":
      return CATALOG.map(undescribed);
    default:
      return CATALOG;
  }
}

function changed(name: string, change: (entry: Entry) => Entry): readonly Entry[] {
  return CATALOG.map((entry) => entry.name === name ? change(entry) : entry);
}

function undescribed(entry: Entry): Entry {
  const properties = Object.entries(entry.inputSchema.properties).map(
    ([name, { type }]): [string, Property] => [name, { type }],
  );
  return {
    ...entry,
    description: entry.description.slice(0, 20),
    inputSchema: { ...entry.inputSchema, properties: Object.fromEntries(properties) },
  };
}

function page(entries: readonly Entry[]): JsonObject {
  return { tools: entries };
}
