/** Checks that every HTML page of mcpeval has to stand. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";

const VOID = new Set(["meta", "br", "wbr"]);

/** The elements and texts of a page; attribute values are all in double quotes. */
const TOKEN =
  /<!DOCTYPE html>|<style>([^<]*)<\/style>|<(\/?)([a-z0-9]+)((?: [^<>"=/ ]+(?:="[^"<>]*")?)*) ?(\/?)>|([^<>]+)/gy;

/**
 * Asserts that a page is well-formed, stands alone and runs nothing, and that its references to ids
 * have a target.
 */
export function assertStandsAlone(page: string): void {
  const open: string[] = [];
  const ids = new Set<string>();
  const references: string[] = [];
  let policy = "";
  let style = "";
  TOKEN.lastIndex = 0;
  for (let end = 0; end < page.length; end = TOKEN.lastIndex) {
    const token = TOKEN.exec(page);
    assert.ok(token !== null, `not well-formed at: ${page.slice(end, end + 80)}`);
    const [, sheet, closing, name, attributes = "", selfClosing] = token;
    if (sheet !== undefined) style = sheet;
    if (name === undefined) continue;
    assert.ok(!["script", "iframe", "object", "embed", "img", "link", "base"].includes(name), name);
    if (closing) assert.equal(open.pop(), name);
    else if (!selfClosing && !VOID.has(name)) open.push(name);
    for (const [, key = "", value = ""] of attributes.matchAll(/ ([^ =]+)(?:="([^"]*)")?/g)) {
      assert.doesNotMatch(key, /^on|^style$|^src$|^xlink/);
      if (key === "href") assert.match(value, /^#/);
      if (key === "id") {
        assert.ok(!ids.has(value), `id ${value} is there twice`);
        ids.add(value);
      }
      if (key === "href") references.push(value.slice(1));
      if (key === "aria-labelledby") references.push(...value.split(" "));
      if (key === "content" && value.startsWith("default-src")) policy = value;
    }
  }
  assert.deepEqual(open, []);
  for (const reference of references) assert.ok(ids.has(reference), `no element ${reference}`);
  const digest = createHash("sha256").update(style).digest("base64");
  assert.equal(
    policy.replaceAll("&apos;", "'"),
    `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`,
  );
}

/** The text of a page without its tags and style, entities resolved, white space collapsed. */
export function textOf(page: string): string {
  return page.replace(/<style>[^<]*<\/style>/, "").replaceAll("<wbr>", "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'").replaceAll("&amp;", "&").replace(/\s+/g, " ");
}
