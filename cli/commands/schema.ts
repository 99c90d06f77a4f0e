/** `mcpeval schema`: the published JSON Schema of a document (cli.md §5). */

import type { Invocation, Prepared } from "../command.ts";
import { PRINT_ONLY, revokeAll } from "../permissions.ts";
import { print } from "../terminal.ts";

const DOCUMENTS = {
  manifest: () => import("../../data/manifest.schema.json", { with: { type: "text" } }),
  report: () => import("../../data/probe-report.schema.json", { with: { type: "text" } }),
  diff: () => import("../../data/probe-diff.schema.json", { with: { type: "text" } }),
  guidance: () => import("../../data/guidance.schema.json", { with: { type: "text" } }),
  "corpus-verification": () =>
    import("../../data/corpus-verification.schema.json", { with: { type: "text" } }),
};

/** See {@link CommandModule.prepare}. */
export function prepare({ operands: [document = "manifest"] }: Invocation): Prepared {
  return {
    plan: PRINT_ONLY,
    async run() {
      const { default: schema } = await DOCUMENTS[document as keyof typeof DOCUMENTS]();
      revokeAll();
      print(schema);
      return 0;
    },
  };
}
