/**
 * The grammars of what a record keeps (capture.md §3.3, §4, D24). A text outside of them never
 * reaches the disk: its length does, in one of six buckets.
 */

import { byteLength, byteOrder } from "../mcp/json.ts";

/** Labels of the buckets with their largest length in UTF-8 bytes. */
const BUCKETS = [
  ["str<8", 8],
  ["str<32", 32],
  ["str<128", 128],
  ["str<512", 512],
  ["str<4096", 4096],
] as const;
const LARGEST_BUCKET = "str>4096";

const BUCKET_LABELS: ReadonlySet<string> = new Set([
  ...BUCKETS.map(([label]) => label),
  LARGEST_BUCKET,
]);
const CONSTANT_TOKENS: ReadonlySet<string> = new Set([
  "null",
  "bool:true",
  "bool:false",
  "uuid",
  "empty",
  ...BUCKET_LABELS,
]);

const METHOD = /^(?=.{1,128}$)[A-Za-z0-9_.:-]+(?:\/[A-Za-z0-9_.:-]+)*$/;
const TEMPLATE_ID = /^[0-9a-f]{16}$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const URL_CLASS = /^[A-Za-z0-9.-]{1,253}$/;
const ENUM_MEMBER = /^[A-Za-z0-9_.:-]{1,128}$/;
const HEX8_4_4_4_12 = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const UUID = new RegExp(
  `^(?:(?:urn:uuid:)?${HEX8_4_4_4_12}|\\{${HEX8_4_4_4_12}\\}|[0-9a-f]{32})$`,
  "i",
);
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const FIELD_NAME = /^[A-Za-z_$][A-Za-z0-9_.:$-]{0,63}$/;
const HEX_ALONE = /^[0-9a-f]{16,}$/i;
const NUMBERED_LABEL = /^(str[<>][0-9]+)(?:#([1-9][0-9]*))?$/;

/** The bucket of a text: its length in UTF-8 bytes, bounds inclusive. */
export function bucket(text: string): string {
  // A text has at least as many bytes as UTF-16 units.
  if (text.length > 4096) return LARGEST_BUCKET;
  const bytes = byteLength(text);
  return BUCKETS.find(([, most]) => bytes <= most)?.[0] ?? LARGEST_BUCKET;
}

/** A bucket's label as it is, any other text as its bucket. */
export function bucketOnce(text: string): string {
  return BUCKET_LABELS.has(text) ? text : bucket(text);
}

/** Whether a text is a UUID of any case and version: hyphenated, plain, in braces or as a URN. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Whether a text is a hyphenated random UUID: version 4, RFC variant, any case. */
export function isUuidV4(text: string): boolean {
  return UUID_V4.test(text);
}

/** Whether a text is a method: 1–128 bytes, non-empty segments with `/` between them. */
export function isMethod(text: string): boolean {
  return METHOD.test(text);
}

/** Whether a text is the fingerprint of an error: 16 lower-case hex digits. */
export function isTemplateId(text: string): boolean {
  return TEMPLATE_ID.test(text);
}

/** A canonical token of a shape as it is, any other text as its bucket (capture.md §3.4). */
export function tokenOrBucket(text: string): string {
  return isShapeToken(text) ? text : bucket(text);
}

function isShapeToken(text: string): boolean {
  if (CONSTANT_TOKENS.has(text)) return true;
  if (text.startsWith("num:")) {
    const literal = text.slice(4);
    return NUMBER.test(literal) && Number.isFinite(Number(literal));
  }
  if (text.startsWith("url:")) return URL_CLASS.test(text.slice(4));
  return text.startsWith("enum:") && ENUM_MEMBER.test(text.slice(5));
}

/**
 * What the keys of one object become (D24): a field name stays, any other key becomes its bucket,
 * numbered `#2`, `#3` … in byte order where several share one.
 * @param origin `stored` keys are read from a record, so labels among them stay as they are
 * @returns each key with its label, in the byte order of the labels
 */
export function labelKeys(
  keys: readonly string[],
  origin: "raw" | "stored",
): (readonly [key: string, label: string])[] {
  const stays = (key: string) =>
    isFieldName(key) || (origin === "stored" && isKeyLabel(key, keys.length));
  const { kept = [], foreign = [] } = Object.groupBy(
    keys,
    (key) => stays(key) ? "kept" : "foreign",
  );
  const labels = kept.map((key) => [key, key] as const);
  const taken = new Set<string>(labels.map(([, label]) => label));
  const next = new Map<string, number>();
  for (const key of byteOrder(foreign)) {
    const base = bucket(key);
    let number = next.get(base) ?? 1;
    let label = number === 1 ? base : `${base}#${number}`;
    while (taken.has(label)) label = `${base}#${++number}`;
    next.set(base, number + 1);
    taken.add(label);
    labels.push([key, label]);
  }
  // Labels are ASCII, whose order of code units is that of bytes.
  return labels.sort(([, a], [, b]) => a < b ? -1 : 1);
}

function isFieldName(key: string): boolean {
  return FIELD_NAME.test(key) && !isUuid(key) && !HEX_ALONE.test(key);
}

/** A number beyond the count of keys was not given by {@link labelKeys}: it could be content. */
function isKeyLabel(key: string, count: number): boolean {
  const [, base = "", number] = NUMBERED_LABEL.exec(key) ?? [];
  if (!BUCKET_LABELS.has(base)) return false;
  return number === undefined || (Number(number) >= 2 && Number(number) <= count);
}
