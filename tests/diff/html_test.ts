import assert from "node:assert/strict";
import { renderDiffHtml } from "../../core/report/diff/html.ts";
import type { ProbeDiff } from "../../core/report/diff/document.ts";
import { assertStandsAlone, textOf } from "./pages.ts";
import { DIFF, EMPTY, SAME } from "./sample.ts";

function page(diff: ProbeDiff, fired: string[] = []): string {
  return renderDiffHtml(diff, { server: "demo", version: "0.9.0", fired });
}

Deno.test("the page stands alone and runs nothing", () => {
  for (const diff of [DIFF, EMPTY, SAME]) assertStandsAlone(page(diff));
});

Deno.test("the page shows what moved, the catalog, readiness and every case", () => {
  const text = textOf(page(DIFF));
  assert.match(text, /demo – mcpeval diff/);
  assert.match(text, /Regressed 3 cases/);
  assert.match(text, /Fixed 1 case Readiness/);
  assert.match(text, /Readiness -7 91 → 84/);
  assert.match(text, /Catalog 2 breaking, 1 to review/);
  assert.match(text, /worse contention regressed pass fail value-mismatch/);
  assert.match(text, /gone removed was there —/);
  assert.match(text, /old tool-removed breaking/);
  assert.match(text, /Readiness drop 7 exceeds 5\./);
  assert.match(text, /tokens token-cost regressed 566 tok → 6,508 tok \(\+5,942\)/);
  assert.match(text, /3 regressed, 1 fixed, 1 changed, 4 unchanged, 2 removed, 2 added/);
});

Deno.test("the verdict names the gates that fired, else what got worse", () => {
  assert.match(
    page(DIFF, ["a case regressed", "readiness dropped too far"]),
    /<p class="verdict fail">A case regressed; readiness dropped too far\.<\/p>/,
  );
  assert.match(
    page(DIFF),
    /<p class="verdict error">3 cases regressed, 1 case with another reason, 2 breaking changes<\/p>/,
  );
  assert.match(page(SAME), /<p class="verdict pass">Nothing got worse<\/p>/);
});

Deno.test("sections without content are left out, with their links", () => {
  const links = (html: string) => [...html.matchAll(/<a href="#([a-z]+)">/g)].map(([, id]) => id);
  assert.deepEqual(links(page(DIFF)), ["moved", "catalog", "readiness", "cases", "text"]);
  assert.deepEqual(links(page(EMPTY)), ["catalog", "readiness", "text"]);
});
