import { type Aspect, ASPECTS, isAspect } from "./aspects.ts";

/** What the command line asks for: `aspect` is undefined for the server without a fault. */
export type Invocation =
  | { readonly kind: "serve"; readonly aspect: Aspect | undefined }
  | { readonly kind: "help" }
  | { readonly kind: "usage"; readonly message: string };

const USAGE = "usage: mcpeval-demo [--broken <aspect>]";
const ASPECT_LIST = ASPECTS.join(", ");

/** The text of `--help`: the usage line and the line of aspects, without a final line break. */
export const HELP = `${USAGE}\naspects: ${ASPECT_LIST}`;

/**
 * Reads the arguments from left to right and stops at the first that settles the outcome: a mistake
 * or `--help`. Of several `--broken` the last one counts.
 */
export function parseCommandLine(args: readonly string[]): Invocation {
  let aspect: Aspect | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index];
    if (argument === "--help" || argument === "-h") return { kind: "help" };
    if (argument !== "--broken") {
      return { kind: "usage", message: `unknown argument ${argument}\n${USAGE}` };
    }
    index += 1;
    const name = args[index];
    if (name === undefined) {
      return { kind: "usage", message: `--broken requires an aspect, one of: ${ASPECT_LIST}` };
    }
    if (!isAspect(name)) {
      return {
        kind: "usage",
        message: `unknown aspect ${name}; expected one of: ${ASPECT_LIST}`,
      };
    }
    aspect = name;
  }
  return { kind: "serve", aspect };
}
