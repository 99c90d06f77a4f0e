import assert from "node:assert/strict";
import { renderJunit } from "../../core/report/junit.ts";
import { attributes } from "../../core/report/xml.ts";
import { COMMAND, HOSTILE } from "./hostile.ts";
import { validateXML } from "./packages.ts";
import { COMPLETE, ERRORED, FAILURES, LEGACY, PASSES, READINESS, reportOf } from "./samples.ts";

Deno.test("the whole document, byte for byte", () => {
  assert.equal(
    renderJunit(COMPLETE),
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="mcpeval" tests="7" failures="3" errors="1">
  <testsuite name="demo.manifest" tests="4" failures="2" errors="1" skipped="0">
    <testcase classname="demo.discovery-cost" name="few-tools"/>
    <testcase classname="demo.token-cost" name="too-dear">
      <failure type="token-budget-exceeded" message="token-budget-exceeded">the tool definitions cost more tokens than the case allows; begin with the heaviest tools: cut descriptions and rare parameters, and move long explanations into a resource or into results</failure>
    </testcase>
    <testcase classname="demo.workflow" name="journey">
      <failure type="missing-field" message="missing-field">Workflow call 3: the result lacks a field or path that the case requires; see what the handler puts into the \`tools/call\` result (paths start there, as in \`/structuredContent/status\`) and return the field on every success. Count through the steps in order, repetition after repetition, to find call number first_failure, and replay it in a fresh session. If it works there, an earlier step left state behind. Confirm the fix by running the whole workflow.</failure>
    </testcase>
    <testcase classname="demo.contention" name="gone">
      <error type="transport-closed" message="transport-closed">the connection or the process ended, so the case was not judged; find the crash in the server&apos;s stderr, catch errors per request, and keep running until the client closes the input</error>
    </testcase>
  </testsuite>
  <testsuite name="demo.readiness" tests="3" failures="1" errors="0" skipped="0">
    <properties>
      <property name="standard" value="mcpeval-standard/2"/>
      <property name="score" value="84"/>
      <property name="score_without_latency" value="85"/>
      <property name="area.protocol" value="100"/>
      <property name="area.catalog" value="66"/>
      <property name="area.context" value="69"/>
      <property name="area.error-honesty" value="100"/>
      <property name="area.reliability" value="84"/>
      <property name="area.coverage" value="91"/>
    </properties>
    <testcase classname="demo.readiness" name="readiness 84/100"/>
    <testcase classname="demo.readiness" name="floor score &gt;= 85 (latency excluded)">
      <failure type="readiness-floor" message="score 84 &lt; 85 (latency excluded)"></failure>
    </testcase>
    <testcase classname="demo.readiness" name="floor catalog &gt;= 60 (latency excluded)"/>
    <system-out>lost catalog.description tool=describe_status score=0 reason=catalog-short-description: say more
lost catalog.description tool=break_session score=0 reason=catalog-short-description: say more
lost context.catalog score=61 reason=context-catalog-heavy: list less
lost reliability.latency tool=slow_read score=50 reason=reliability-slow: be quick
</system-out>
  </testsuite>
</testsuites>
`,
  );
});

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n`;

Deno.test("without a gate and readiness there is no suite", () => {
  const empty =
    `${HEAD}<testsuites name="mcpeval" tests="0" failures="0" errors="0">\n</testsuites>\n`;
  assert.equal(renderJunit(reportOf([])), empty);
  assert.equal(renderJunit(LEGACY), empty);
});

Deno.test("a manifest without a case is a suite without one", () => {
  const report = { ...reportOf([]), gate: { passed: 0, total: 0 } };
  assert.equal(
    renderJunit(report),
    `${HEAD}<testsuites name="mcpeval" tests="0" failures="0" errors="0">
  <testsuite name="demo.manifest" tests="0" failures="0" errors="0" skipped="0">
  </testsuite>
</testsuites>
`,
  );
});

Deno.test("an unfinished battery is an error, and so is each floor that was not compared", () => {
  const report = {
    ...reportOf([]),
    readiness_error: "transport-timeout" as const,
    readiness_gate: {
      min_score: 9,
      min_areas: { catalog: 4 },
      exclude_latency: false,
      passed: null,
      shortfalls: null,
    },
  };
  assert.equal(
    renderJunit(report),
    `${HEAD}<testsuites name="mcpeval" tests="3" failures="0" errors="3">
  <testsuite name="demo.readiness" tests="3" failures="0" errors="3" skipped="0">
    <testcase classname="demo.readiness" name="readiness">
      <error type="transport-timeout" message="readiness not measured: transport-timeout">no answer came in time, so the case was not judged; look for handlers that never settle, a blocked event loop or unflushed output, and raise \`timeout_ms\` only for work that is meant to take long</error>
    </testcase>
    <testcase classname="demo.readiness" name="floor score &gt;= 9">
      <error type="readiness-unmeasured" message="readiness was not measured"></error>
    </testcase>
    <testcase classname="demo.readiness" name="floor catalog &gt;= 4">
      <error type="readiness-unmeasured" message="readiness was not measured"></error>
    </testcase>
  </testsuite>
</testsuites>
`,
  );
});

Deno.test("readiness without lost points has no output, an older document no second score", () => {
  const { score_without_latency: _, ...older } = READINESS;
  const areas = READINESS.areas.map((area) => ({ ...area, checks: [] }));
  const text = renderJunit({ ...reportOf([]), readiness: { ...older, areas } });
  assert.ok(!text.includes("system-out"));
  assert.ok(!text.includes("score_without_latency"));
});

const schema = await Deno.readTextFile(new URL("./junit.xsd", import.meta.url));

/** What the schema says against a document; null when it follows it. */
async function problemOf(xml: string): Promise<string | null> {
  const { valid, errors } = await validateXML({ xml, schema });
  return valid ? null : errors.map(({ message }) => message).join("\n");
}

/** The parts of a document that are counted, each with the counts that it names. */
function countsOf(xml: string) {
  const parts = [xml, ...xml.matchAll(/<testsuite [^]*?<\/testsuite>/g)].map(String);
  return parts.map((part) => {
    const named = /<testsuites? [^>]*tests="(\d+)" failures="(\d+)" errors="(\d+)"/.exec(part);
    const found = ["<testcase ", "<failure ", "<error "].map((tag) => part.split(tag).length - 1);
    return { named: named?.slice(1).map(Number), found };
  });
}

Deno.test("the documents follow the schema, and their counts are right", async () => {
  const reports = [
    COMPLETE,
    HOSTILE,
    LEGACY,
    reportOf([]),
    reportOf([...PASSES, ...FAILURES, ...ERRORED]),
    { ...reportOf(ERRORED), readiness_error: "transport-error" as const },
  ];
  for (const report of reports) {
    const xml = renderJunit(report);
    assert.equal(await problemOf(xml), null);
    for (const { named, found } of countsOf(xml)) assert.deepEqual(named, found);
  }
});

Deno.test("names stay on their line, hide nothing and give a runner no command", () => {
  const xml = renderJunit(HOSTILE);
  assert.doesNotMatch(xml, COMMAND);
  assert.doesNotMatch(xml.replaceAll("\n", ""), /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
  const hidden = renderJunit({ ...COMPLETE, server: "a\n::error::x\t\u202eb" });
  assert.ok(hidden.includes(`<testsuite name="a\\u{a}::error::x\\u{9}\\u{202e}b.manifest"`));
  for (const line of xml.split("\n")) assert.match(line, /^(?: *<|lost |$)/);
});

Deno.test("white space in an attribute keeps its kind and no line", () => {
  assert.equal(attributes({ a: "x\r\n\ty ", b: "<" }), ` a="x&#13;&#10;&#9;y " b="&lt;"`);
});

Deno.test("the schema knows what readers of JUnit know, and refuses the rest", async () => {
  const whole = `<?xml version="1.0"?>
<testsuites name="n" tests="1" failures="0" errors="0" time="0.5" disabled="0">
  <testsuite name="s" tests="1" failures="0" errors="0" skipped="1" timestamp="2026-01-02T03:04:05"
    hostname="h" id="0" package="p" time="0.5">
    <properties><property name="a" value=""/></properties>
    <testcase name="c" classname="k" time="0.5" assertions="2" status="run">
      <skipped message="m"/><system-out>o</system-out><system-err>e</system-err>
    </testcase>
    <system-out/><system-err/>
  </testsuite>
</testsuites>`;
  assert.equal(await problemOf(whole), null);
  const complete = renderJunit(COMPLETE);
  const changes: [from: string | RegExp, to: string][] = [
    [`tests="7"`, `tests="x"`],
    [`failures="3"`, `failures="-1"`],
    [/ classname="[^"]*"/, ""],
    [/ type="[^"]*"/, ` type=""`],
    ["<testcase ", "<case/><testcase "],
    [/<properties>[^]*<\/properties>/, "<properties></properties>"],
    [`name="area.protocol"`, `name="score"`],
    [`name="demo.readiness" tests`, `name="demo.manifest" tests`],
    [/(<system-out>[^]*<\/system-out>)(\s*<\/testsuite>)/, "$1<properties/>$2"],
    ["</testsuites>", ""],
  ];
  for (const [from, to] of changes) {
    const changed = complete.replace(from, to);
    assert.notEqual(changed, complete, String(from));
    assert.notEqual(await problemOf(changed), null, String(from));
  }
});
