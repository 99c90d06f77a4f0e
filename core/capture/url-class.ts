/**
 * What is kept of a URL (capture.md §4 “url”): whose it is, not where it points. This module brings
 * the public suffix list; load it when it is needed.
 */

import { parse } from "tldts";

// deno-lint-ignore no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** Cheap refusal of texts that cannot be such a URL; outer spaces are part of the URL standard. */
const MAYBE_HTTP = /^ *https?:/i;
/** No empty label; the characters are the URL parser's business. */
const DNS_NAME = /^(?=.{1,253}$)[^.]+(?:\.[^.]+)*$/;
const IPV4 = /^[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+$/;

/**
 * The class of an http or https URL: `ip`, `localhost`, `host` (no public suffix), `public-suffix`
 * (nothing below one), else the registrable domain in lower case and punycode. The private section
 * of the list applies.
 * @returns null for any other text
 */
export function urlClass(text: string): string | null {
  if (!MAYBE_HTTP.test(text) || CONTROL.test(text)) return null;
  const host = URL.parse(text)?.hostname;
  return host === undefined ? null : hostClass(host);
}

function hostClass(host: string): string {
  if (host.startsWith("[") || IPV4.test(host)) return "ip";
  if (host === "localhost") return "localhost";
  const name = host.replace(/\.$/, "");
  if (!DNS_NAME.test(name)) return "host";
  const { domain, isIcann, isPrivate } = parse(name, {
    allowPrivateDomains: true,
    detectIp: false,
    extractHostname: false,
    validateHostname: false,
  });
  if (!isIcann && !isPrivate) return "host";
  return domain ?? "public-suffix";
}
