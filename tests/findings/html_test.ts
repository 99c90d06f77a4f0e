import assert from "node:assert/strict";
import { renderFindingsHtml } from "../../core/findings/html.ts";
import { assertStandsAlone, textOf } from "../diff/pages.ts";
import { BARE, finding, FULL } from "./samples.ts";

Deno.test("the page stands alone and runs nothing, with findings or without any", () => {
  for (const findings of [[], [FULL], [FULL, BARE]]) {
    assertStandsAlone(renderFindingsHtml(findings, "0.9.0"));
  }
});

Deno.test("the page shows every figure of a finding", () => {
  const text = textOf(renderFindingsHtml([FULL, BARE], "0.9.0"));
  for (
    const part of [
      "Findings 2 promoted",
      "Not closed 1 to be mended or verified",
      "Severe 1 of them",
      "demo/save finding-c51a0331c38ffd99 recurring-error high verifying, 2 green runs",
      "Mend it with care .",
      "Score 1.830651, promoted from 0.324251",
      "Evidence 4 of 6 calls in 2 sessions",
      "Agent cost 6.0 turns, 3 tools",
      'Error codes ["E1",-32001,1.0,null]',
      "Probe case-1",
      '{"a":{"array":2,"items":"str<8"},"q":"url:example.com"}',
      "demo/unlisted finding-63bd04d8314e48af false-success low closed",
      "Message none",
    ]
  ) {
    assert.ok(text.includes(part), `${part} is not in: ${text}`);
  }
});

Deno.test("texts are escaped, whoever wrote them", () => {
  const page = renderFindingsHtml([finding({ hint: "<script>\u202e", probe_id: '"><b' })], "0.9.0");
  assertStandsAlone(page);
  assert.ok(textOf(page).includes("<script>\\u{202e}"));
});

Deno.test("without findings the page says how to see more", () => {
  const text = textOf(renderFindingsHtml([], "0.9.0"));
  assert.ok(
    text.includes("No issue was promoted. mcpeval promote --threshold 0 shows every issue"),
  );
});
