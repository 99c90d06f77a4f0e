/** The price of tokens, as it is typed (cli.md §4.2). */

const FLOAT = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const SPECIAL = /^([+-]?)(?:(inf(?:inity)?)|nan)$/i;

/**
 * The value of `--price-per-mtok`, in US dollars per million tokens: any decimal number, also a
 * negative one, `inf` or `nan`, as 0.8.0 takes it. Null for other texts.
 */
export function parsePrice(text: string): number | null {
  if (FLOAT.test(text)) return Number(text);
  const special = SPECIAL.exec(text);
  if (special === null) return null;
  if (special[2] === undefined) return NaN;
  return special[1] === "-" ? -Infinity : Infinity;
}
