/** Reports of two programs, made comparable. */

import { isDeepStrictEqual } from "node:util";

/** What the tests read of a report. */
export interface Report {
  cases: { id: string; passed: boolean; reason: string | null }[];
}

type Replace = (key: string, value: unknown) => unknown;

/** Replaces what another run of the same program would change, too: each measured time. */
function withoutTimes(text: string, time: unknown, replace: Replace = (_, value) => value): Report {
  return JSON.parse(text, function (this: Record<string, unknown>, key, value) {
    const isTime = key === "latency_ms" || key === "observed" && this.bound === "max_latency_ms";
    return isTime ? time : replace(key, value);
  });
}

/** The report as a text in which every measured time is the same. */
export function leveled(text: string): string {
  return JSON.stringify(withoutTimes(text, 5));
}

/** The report without times, version and the wording of hints; that there is a hint remains. */
export function comparable(text: string): Report {
  return withoutTimes(text, "…", (key, value) => {
    const isWording = key === "version" || key === "hint" && value !== null;
    return isWording ? "…" : value;
  });
}

/** The same on the text itself, so that layout and order of the members count. */
export function comparableText(text: string): string {
  return text
    .replaceAll(/("latency_ms": )\d+/g, "$1…")
    .replaceAll(/("bound": "max_latency_ms",\s*"limit": \d+,\s*"observed": )\d+/g, "$1…")
    .replaceAll(/("version": )".*"/g, "$1…")
    .replaceAll(/("hint": )".*"/g, "$1…");
}

/** A document without the members whose value is null. */
export function withoutNulls(text: string): string {
  return JSON.stringify(JSON.parse(text, (_, value) => value ?? undefined));
}

/**
 * Where two reports differ, but for what follows from it: `<case id>: <reason or pass>, <the other
 * program's>`, `<case id>: <reason or pass> with other <members>`, or a member of the report; `no
 * report` when only one program wrote any.
 */
export function differences(ours: string, theirs: string): string[] {
  if (ours === "" || theirs === "") return ours === theirs ? [] : ["no report"];
  const [a, b] = [comparable(ours), comparable(theirs)];
  const inCases = a.cases.flatMap((each, index) => {
    const other = b.cases[index];
    const reasons = [each, other].map((one) => one?.reason ?? "pass");
    if (reasons[0] !== reasons[1]) return [`${each.id}: ${reasons.join(", ")}`];
    const members = differingMembers(each, other ?? {});
    if (members.length === 0) return [];
    return [`${each.id}: ${reasons[0]} with other ${members.join(", ")}`];
  });
  const rest = [a, b].map(({ cases, ...report }) => ({ ...report, cases: cases.length }));
  const inReport = differingMembers(rest[0] ?? {}, rest[1] ?? {});
  const followsFromCases = (member: string) => member === "gate" || member === "passed";
  return [...inCases, ...inReport.filter((member) => !followsFromCases(member))];
}

/** Names of the members of which one object has another value, or which it lacks. */
function differingMembers(a: object, b: object): string[] {
  const [own, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  const names = new Set([...own.keys(), ...other.keys()]);
  return [...names].filter((name) => !isDeepStrictEqual(own.get(name), other.get(name)));
}
