import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ProfileObservation } from "../../core/guidance/observation.ts";
import {
  buildGuidanceReport,
  guidanceExitCode,
  type GuidanceReport,
  renderGuidanceJson,
  renderGuidanceText,
} from "../../core/guidance/report.ts";
import type { ServerLabel, ToolName } from "../../core/labels.ts";

const text = await Deno.readTextFile(new URL("../../data/guidance.schema.json", import.meta.url));
const schema = JSON.parse(text);
const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(schema);

function report(
  observations: ProfileObservation[],
  required: string[] = [],
): GuidanceReport {
  const built = buildGuidanceReport({
    server: "files" as ServerLabel,
    revision: "2025-06-18",
    settleMs: 1500,
    requiredTools: required as ToolName[],
    observations,
    version: "0.9.0",
  });
  assert.ok(validate(JSON.parse(renderGuidanceJson(built))), JSON.stringify(validate.errors));
  return built;
}

function seen(tools: string[], referenced: string[] | null): ProfileObservation["seen"] {
  return {
    tools: tools as ToolName[],
    instructed: referenced !== null,
    referenced: (referenced ?? []) as ToolName[],
  };
}

const MIXED: ProfileObservation[] = [
  { profile: "none", seen: seen(["a"], ["a", "b"]) },
  { profile: "all", seen: seen(["a", "b"], null) },
];

Deno.test("the guidance document, every byte", () => {
  const document = renderGuidanceJson(report(MIXED, ["b", "a", "b"]));
  assert.equal(
    document.replaceAll(/"hint": "[^"]{40,}"/g, '"hint": "…"'),
    `{
  "schema": "mcpeval.guidance-report/v1",
  "generator": {
    "name": "mcpeval",
    "version": "0.9.0"
  },
  "server": "files",
  "protocol_version": "2025-06-18",
  "reference_detection": "inline-code-known-tools",
  "settle_ms": 1500,
  "complete": true,
  "passed": false,
  "required_tools": [
    "a",
    "b"
  ],
  "profiles": [
    {
      "profile": "none",
      "tools": [
        "a"
      ],
      "instructions_present": true,
      "error": null
    },
    {
      "profile": "all",
      "tools": [
        "a",
        "b"
      ],
      "instructions_present": false,
      "error": null
    }
  ],
  "candidates": [
    {
      "profile": "none",
      "tool": "b",
      "reason": "referenced-tool-unavailable",
      "hint": "…",
      "available_in": [
        "all"
      ]
    }
  ],
  "defects": [
    {
      "profile": "none",
      "tool": "b",
      "reason": "required-tool-unavailable",
      "hint": "…",
      "available_in": [
        "all"
      ]
    }
  ]
}
`,
  );
});

Deno.test("the guidance text", () => {
  const lines = renderGuidanceText(report(MIXED, ["b"])).split("\n");
  const [defectHint, reviewHint] = lines.filter((line) => line.startsWith("    hint: "));
  assert.deepEqual(lines, [
    "files guidance complete=true profiles=2 defects=1 review_candidates=1",
    "  none tools=1 instructions_present=true",
    "  all tools=2 instructions_present=false",
    "  defect profile=none tool=b reason=required-tool-unavailable available_in=all",
    defectHint,
    "  review profile=none tool=b reason=referenced-tool-unavailable available_in=all",
    reviewHint,
    "  review candidates never fail a run: whether a mention misleads is for a person to say",
    "",
  ]);
  assert.notEqual(defectHint, reviewHint);
});

Deno.test("an incomplete profile leaves no findings and no verdict", () => {
  const built = report([{ profile: "none", seen: null }, ...MIXED.slice(1)], ["nowhere"]);
  assert.deepEqual(
    [built.complete, built.passed, built.defects, built.candidates],
    [false, null, [], []],
  );
  assert.deepEqual(built.profiles[0], {
    profile: "none",
    tools: null,
    instructions_present: null,
    error: "profile-incomplete",
  });
  assert.match(renderGuidanceText(built), /^ {2}none error=profile-incomplete$/m);
  assert.equal(guidanceExitCode(built), 3);
});

Deno.test("no line of the text is a command of a CI runner, whatever the label", () => {
  const text = renderGuidanceText({ ...report(MIXED), server: "::stop-commands::x" });
  assert.match(text, /^\\u\{3a\}:stop-commands::x guidance complete=true /);
});

Deno.test("only a missing required tool fails a complete run", () => {
  assert.equal(guidanceExitCode(report(MIXED)), 0);
  assert.equal(guidanceExitCode(report(MIXED, ["a"])), 0);
  assert.equal(guidanceExitCode(report(MIXED, ["b"])), 1);
});

Deno.test("the guidance schema is the published one", () => {
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assert.equal(schema.$id, "https://cavi.ai/schemas/mcpeval.guidance-report.v1.json");
  assert.equal(schema.title, "MCP Eval guidance discovery report");
  assert.equal(text, `${JSON.stringify(schema, null, 2)}\n`);
});

Deno.test("the guidance schema refuses what contradicts itself", () => {
  const sound = JSON.parse(renderGuidanceJson(report(MIXED, ["b"])));
  const [finding] = sound.defects;
  const contradictions = [
    { complete: false },
    { passed: null },
    { complete: false, passed: null },
    { defects: [{ ...finding, reason: "referenced-tool-unavailable" }] },
    { candidates: [finding] },
    { defects: [{ ...finding, available_in: ["everybody"] }] },
    { defects: [{ ...finding, prose: "" }] },
    { profiles: [{ ...sound.profiles[0], error: "profile-incomplete" }] },
    { profiles: [{ ...sound.profiles[0], tools: null }] },
    { profiles: [] },
    { settle_ms: 5001 },
    { server: "a b" },
    { required_tools: ["a", "a"] },
    { instructions: "prose" },
  ];
  for (const change of contradictions) {
    assert.equal(validate({ ...sound, ...change }), false, JSON.stringify(change));
  }
});
