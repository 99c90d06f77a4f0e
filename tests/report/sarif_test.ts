import assert from "node:assert/strict";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { renderSarif } from "../../core/report/sarif.ts";
import { HOSTILE, TRICKS } from "./hostile.ts";
import { sarifSchema } from "./packages.ts";
import { COMPLETE, ERRORED, FAILURES, LEGACY, PASSES, READINESS, reportOf } from "./samples.ts";

const MANIFEST = { uri: "sub/m.json", lines: new Map([["too-dear", 14], ["gone", 40]]) };
const UNREADABLE = { uri: "m.json", lines: null };

Deno.test("the whole document, byte for byte", () => {
  assert.equal(
    renderSarif(COMPLETE, MANIFEST),
    `{
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
  "runs": [
    {
      "automationDetails": {
        "id": "mcpeval/demo/"
      },
      "results": [
        {
          "level": "error",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "sub/m.json"
                },
                "region": {
                  "startLine": 14
                }
              }
            }
          ],
          "message": {
            "text": "too-dear (demo): token-budget-exceeded — the tool definitions cost more tokens than the case allows; begin with the heaviest tools: cut descriptions and rare parameters, and move long explanations into a resource or into results"
          },
          "partialFingerprints": {
            "mcpevalCaseId": "demo/too-dear"
          },
          "ruleId": "token-cost"
        },
        {
          "level": "error",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "sub/m.json"
                }
              }
            }
          ],
          "message": {
            "text": "journey (demo): missing-field — Workflow call 3: the result lacks a field or path that the case requires; see what the handler puts into the \`tools/call\` result (paths start there, as in \`/structuredContent/status\`) and return the field on every success. Count through the steps in order, repetition after repetition, to find call number first_failure, and replay it in a fresh session. If it works there, an earlier step left state behind. Confirm the fix by running the whole workflow."
          },
          "partialFingerprints": {
            "mcpevalCaseId": "demo/journey"
          },
          "ruleId": "workflow"
        },
        {
          "level": "error",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "sub/m.json"
                },
                "region": {
                  "startLine": 40
                }
              }
            }
          ],
          "message": {
            "text": "gone (demo): transport-closed — the connection or the process ended, so the case was not judged; find the crash in the server's stderr, catch errors per request, and keep running until the client closes the input"
          },
          "partialFingerprints": {
            "mcpevalCaseId": "demo/gone"
          },
          "ruleId": "contention"
        },
        {
          "level": "warning",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "sub/m.json"
                },
                "region": {
                  "startLine": 1
                }
              }
            }
          ],
          "message": {
            "text": "catalog.description on describe_status scored 0 (demo): catalog-short-description — say more"
          },
          "partialFingerprints": {
            "mcpevalCheck": "demo/catalog.description/describe_status"
          },
          "ruleId": "readiness/catalog-short-description"
        },
        {
          "level": "warning",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "sub/m.json"
                },
                "region": {
                  "startLine": 1
                }
              }
            }
          ],
          "message": {
            "text": "catalog.description on break_session scored 0 (demo): catalog-short-description — say more"
          },
          "partialFingerprints": {
            "mcpevalCheck": "demo/catalog.description/break_session"
          },
          "ruleId": "readiness/catalog-short-description"
        },
        {
          "level": "warning",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "sub/m.json"
                },
                "region": {
                  "startLine": 1
                }
              }
            }
          ],
          "message": {
            "text": "context.catalog scored 61 (demo): context-catalog-heavy — list less"
          },
          "partialFingerprints": {
            "mcpevalCheck": "demo/context.catalog/-"
          },
          "ruleId": "readiness/context-catalog-heavy"
        },
        {
          "level": "warning",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "sub/m.json"
                },
                "region": {
                  "startLine": 1
                }
              }
            }
          ],
          "message": {
            "text": "reliability.latency on slow_read scored 50 (demo): reliability-slow — be quick"
          },
          "partialFingerprints": {
            "mcpevalCheck": "demo/reliability.latency/slow_read"
          },
          "ruleId": "readiness/reliability-slow"
        },
        {
          "level": "error",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "sub/m.json"
                },
                "region": {
                  "startLine": 1
                }
              }
            }
          ],
          "message": {
            "text": "readiness floor failed (demo): score 84 < 85"
          },
          "partialFingerprints": {
            "mcpevalFloor": "demo/score"
          },
          "ruleId": "readiness/floor"
        }
      ],
      "tool": {
        "driver": {
          "informationUri": "https://github.com/cavi-ai/mcp-eval",
          "name": "mcpeval",
          "rules": [
            {
              "helpUri": "https://github.com/cavi-ai/mcp-eval/blob/main/docs/mcp-eval/source/pages/reference/evaluation-dimensions.md",
              "id": "discovery-cost",
              "name": "discovery-cost",
              "shortDescription": {
                "text": "The server fails a case of the probe discovery-cost"
              }
            },
            {
              "helpUri": "https://github.com/cavi-ai/mcp-eval/blob/main/docs/mcp-eval/source/pages/reference/evaluation-dimensions.md",
              "id": "token-cost",
              "name": "token-cost",
              "shortDescription": {
                "text": "The server fails a case of the probe token-cost"
              }
            },
            {
              "helpUri": "https://github.com/cavi-ai/mcp-eval/blob/main/docs/mcp-eval/source/pages/reference/evaluation-dimensions.md",
              "id": "workflow",
              "name": "workflow",
              "shortDescription": {
                "text": "The server fails a case of the probe workflow"
              }
            },
            {
              "helpUri": "https://github.com/cavi-ai/mcp-eval/blob/main/docs/mcp-eval/source/pages/reference/evaluation-dimensions.md",
              "id": "contention",
              "name": "contention",
              "shortDescription": {
                "text": "The server fails a case of the probe contention"
              }
            },
            {
              "help": {
                "text": "say more"
              },
              "helpUri": "https://github.com/cavi-ai/mcp-eval/blob/main/docs/mcp-eval/source/pages/guides/readiness-reporting.md",
              "id": "readiness/catalog-short-description",
              "name": "catalog-short-description",
              "shortDescription": {
                "text": "The server loses readiness points: catalog-short-description"
              }
            },
            {
              "help": {
                "text": "list less"
              },
              "helpUri": "https://github.com/cavi-ai/mcp-eval/blob/main/docs/mcp-eval/source/pages/guides/readiness-reporting.md",
              "id": "readiness/context-catalog-heavy",
              "name": "context-catalog-heavy",
              "shortDescription": {
                "text": "The server loses readiness points: context-catalog-heavy"
              }
            },
            {
              "help": {
                "text": "be quick"
              },
              "helpUri": "https://github.com/cavi-ai/mcp-eval/blob/main/docs/mcp-eval/source/pages/guides/readiness-reporting.md",
              "id": "readiness/reliability-slow",
              "name": "reliability-slow",
              "shortDescription": {
                "text": "The server loses readiness points: reliability-slow"
              }
            },
            {
              "helpUri": "https://github.com/cavi-ai/mcp-eval/blob/main/docs/mcp-eval/source/pages/guides/continuous-integration.md",
              "id": "readiness/floor",
              "name": "readiness-floor",
              "shortDescription": {
                "text": "The server misses a declared readiness floor"
              }
            }
          ],
          "version": "0.9.0"
        }
      }
    }
  ],
  "version": "2.1.0"
}
`,
  );
});

// The schema is of draft 4, but uses nothing that draft 7 changed except for the name of its id. One
// of its patterns is no regular expression in Unicode mode.
const { $schema: _dialect, id: _id, ...rules } = sarifSchema;
const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true });
// The package's declarations hide that its CommonJS export is the function itself.
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const validate = ajv.compile(rules);

Deno.test("the documents follow the published schema of SARIF 2.1.0", () => {
  const reports = [
    COMPLETE,
    HOSTILE,
    LEGACY,
    reportOf([]),
    reportOf([...PASSES, ...FAILURES, ...ERRORED]),
    { ...reportOf([]), readiness: READINESS },
  ];
  for (const report of reports) {
    for (const manifest of [MANIFEST, UNREADABLE]) {
      assert.ok(
        validate(JSON.parse(renderSarif(report, manifest))),
        ajv.errorsText(validate.errors),
      );
    }
  }
  const wrong = JSON.parse(renderSarif(COMPLETE, MANIFEST));
  wrong.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
  assert.equal(validate(wrong), false);
});

Deno.test("passing cases give rules but no results", () => {
  const { runs: [run] } = JSON.parse(renderSarif(reportOf(PASSES), MANIFEST));
  assert.deepEqual(run.results, []);
  assert.deepEqual(run.tool.driver.rules.map(({ id }: { id: string }) => id), [
    "discovery-cost",
    "token-cost",
    "pagination",
    "latency-budget",
    "cancellation",
    "completion",
  ]);
});

Deno.test("without a readable manifest no result has a region", () => {
  const { runs: [{ results }] } = JSON.parse(renderSarif(COMPLETE, UNREADABLE));
  assert.equal(results.length, 8);
  for (const { locations } of results) {
    assert.deepEqual(locations, [{ physicalLocation: { artifactLocation: { uri: "m.json" } } }]);
  }
});

interface Message {
  message: { text: string };
}

Deno.test("foreign text cannot make a link in a message", () => {
  const { runs: [{ results }] } = JSON.parse(renderSarif(HOSTILE, UNREADABLE));
  const texts = results.map(({ message }: Message) => message.text);
  assert.equal(texts.length, 2 * TRICKS.length);
  for (const text of texts) {
    assert.doesNotMatch(text.replaceAll(/\\[\\[\]]/g, ""), /[[\]]/);
    assert.doesNotMatch(text, /\p{Cc}|\p{Cf}/u);
  }
});
