/** Text in XML 1.0. */

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

// deno-lint-ignore no-control-regex -- those that XML 1.0 §2.2 does not allow are the point
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text for content and for attribute values; characters that no XML may hold are dropped. */
export function escapeXml(text: string): string {
  return text.replace(SPECIAL, (found) => ENTITIES[found] ?? "");
}

/** Attributes of a start tag, each with a space before it, in the order given. */
export function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values).map(([name, value]) => ` ${name}="${escapeValue(value)}"`).join("");
}

/** White space as it is would be read as a blank (XML 1.0 §3.3.3), and a line end would end a line. */
function escapeValue(value: string): string {
  return escapeXml(value).replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}
