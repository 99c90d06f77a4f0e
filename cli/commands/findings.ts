/** `mcpeval findings`: what was promoted (cli.md §6, capture.md §10). */

import type { Finding } from "../../core/findings/finding.ts";
import { VERSION } from "../../core/version.ts";
import type { Invocation, Prepared } from "../command.ts";
import { findingsFiles, loadFindings } from "../findings.ts";
import { findHome } from "../home.ts";
import { checkDestination, deliver, type Output, readOutput, startWriter } from "../output.ts";
import { printError } from "../terminal.ts";

interface Options extends Output {
  home: string;
  /** `html` is ours. */
  format: "agent" | "md" | "json" | "html";
}

/** See {@link CommandModule.prepare}. */
export function prepare({ options }: Invocation): Prepared {
  const home = findHome();
  const output = readOutput(options, findingsFiles(home));
  const format = options["format"] as Options["format"];
  return { plan: output.plan, run: () => run({ home, format, ...output }) };
}

async function run({ home, format, destination, plan }: Options): Promise<number> {
  await checkDestination(destination);
  const writer = startWriter(plan);
  const findings = await loadFindings(home, writer);
  if (findings.length === 0) {
    printError("no promoted findings; mcpeval promote --threshold 0 takes lower scores, too\n");
  }
  await deliver(await render(findings, format), destination, writer);
  return 0;
}

/** The whole text; loads the one renderer that it needs. */
async function render(findings: readonly Finding[], format: Options["format"]): Promise<string> {
  switch (format) {
    case "agent":
      return (await import("../../core/findings/agent.ts")).renderFindingsForAgent(findings);
    case "md":
      return (await import("../../core/findings/markdown.ts")).renderFindingsMarkdown(findings);
    case "json":
      return (await import("../../core/findings/json.ts")).renderFindingsJson(findings);
    case "html":
      return (await import("../../core/findings/html.ts")).renderFindingsHtml(findings, VERSION);
  }
}
