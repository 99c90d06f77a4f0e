/** The prompt that walks the loop from a finding to its verified repair (MCP, “Prompts”). */

/** The entry of `prompts/list`. */
export const FIX_LOOP = {
  name: "fix_loop",
  description: "Take one friction finding from its evidence to a repair that is verified",
  arguments: [
    {
      name: "finding_id",
      description: "the finding to repair; without it the highest-ranked open one",
      required: false,
    },
  ],
};

/**
 * The text of the prompt.
 * @param findingId as the client sent it; undefined when it sent none
 * @param allowSpawn whether the evaluation tools are there
 */
export function fixLoopText(findingId: string | undefined, allowSpawn: boolean): string {
  const start = findingId === undefined
    ? "Call list_findings with state open and take the first finding."
    : `Call get_finding for ${findingId}.`;
  const steps = [
    `${start} Its hint says where in the server to look; repro is the shape of the arguments.`,
    ...allowSpawn ? EVALUATING : COMMANDING,
    "If you saw that a call reports success without effect, or had to go around a tool that should " +
    "have worked, call record_annotation for that call, with kind false-success or " +
    "blocked-optimal-path. Never put content of a call into the note.",
  ];
  return [
    "Repair one friction finding of an MCP server and prove the repair.",
    "",
    ...steps.map((step, index) => `${index + 1}. ${step}`),
  ].join("\n");
}

const EVALUATING = [
  "Call scaffold with the command that starts the server, to get a manifest. Choose the case that " +
  "calls the finding's tool, or write one with the arguments that fail; a false-success finding " +
  "needs a case that asserts the result. Show the manifest to the user before you rely on it.",
  "Call run_probe with that manifest and read the reason and hint of each case that failed. The " +
  "case should fail now; a case that passes before the repair proves nothing.",
  "Change the server so that the case passes for the right reason. Do not weaken the case.",
  "Call verify_finding with the finding, the case and the same manifest, three times. Three passes " +
  "in a row close the finding; a failure sets it back.",
];

const COMMANDING = [
  "This service may not start servers. Ask the user to run mcpeval init for the server, or write a " +
  "manifest case that calls the finding's tool with the arguments that fail.",
  "Change the server so that the case passes for the right reason.",
  "Ask the user to run mcpeval verify with the finding, the case and the manifest, three times: " +
  "three passes in a row close the finding.",
];
