/** What a tool is called with: the user's arguments, none, or synthesized ones. */

import { UsageError } from "../errors.ts";
import type { Catalog, Tool } from "../mcp/catalog.ts";
import { compareBytes, type JsonObject } from "../mcp/json.ts";
import { compileSchema } from "../schema/validator.ts";
import type { ArgumentsFile } from "./arguments-file.ts";
import { synthesizeArguments } from "./synthesis.ts";

/**
 * The arguments of `init`'s call (cli.md §4.1 “Decision”). A schema that requires nothing gets `{}`
 * without a look at the rest of it.
 * @param entry the tool's entry in the `--arguments` file; null without one
 * @returns null when the required arguments cannot be built
 */
export async function callArguments(
  inputSchema: JsonObject,
  entry: JsonObject | null,
): Promise<JsonObject | null> {
  if (entry !== null) return entry;
  const { required } = inputSchema;
  if (!Array.isArray(required) || required.length === 0) return {};
  return await synthesizeArguments(inputSchema);
}

/**
 * Refuses the first entry, in byte order of the names, that does not fit the listed tools
 * (readiness.md §9).
 * @param file null without `--arguments`
 * @param attested `--confirm-read-only`: unannotated tools only read
 * @throws {UsageError} that names the tool and the cause
 */
export async function checkArgumentsFile(
  file: ArgumentsFile | null,
  { tools }: Catalog,
  attested: boolean,
): Promise<void> {
  const listed = new Map<string, Tool>(tools.map((tool) => [tool.name, tool]));
  for (const name of Object.keys(file ?? {}).sort(compareBytes)) {
    const refusal = await refusalOf(listed.get(name), file?.[name] ?? {}, attested);
    if (refusal !== null) throw new UsageError(`--arguments entry ${name}: ${refusal}`);
  }
}

async function refusalOf(
  tool: Tool | undefined,
  args: JsonObject,
  attested: boolean,
): Promise<string | null> {
  if (tool === undefined) return "the server's tool catalog does not list it";
  if (tool.class === "writer") return "the server marks it as a writer, so it is never called";
  if (tool.class === "unannotated" && !attested) {
    return "it has no readOnlyHint; attest that it only reads with --confirm-read-only";
  }
  const accepts = await compileSchema(tool.inputSchema);
  if (accepts === null) return "its input schema is unusable, so no arguments can be checked";
  if (!accepts(args)) return "the arguments do not satisfy its input schema; correct the entry";
  return null;
}
