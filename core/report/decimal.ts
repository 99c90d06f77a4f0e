/** Doubles and decimal text; they are rounded exactly, where `toFixed` rounds ties away from zero. */

const FRACTION_BITS = 52n;
const FRACTION = 2n ** FRACTION_BITS - 1n;
/** Exponent of the lowest bit of a double whose exponent field is 0. */
const BIAS = 1075;
const FLOAT = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const SPECIAL = /^([+-]?)(?:(inf(?:inity)?)|nan)$/i;

/**
 * The exact binary value with `places` decimals, ties to even: 0.03125 to four places is `0.0312`.
 * Values without decimals are `NaN`, `inf` and `-inf`; negative zero keeps its sign (reports.md §2).
 * @param places at least 1
 */
export function toDecimal(value: number, places: number): string {
  if (Number.isNaN(value)) return "NaN";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (!Number.isFinite(value)) return `${sign}inf`;
  const digits = String(scaled(Math.abs(value), 10n ** BigInt(places))).padStart(places + 1, "0");
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** `value × scale`, rounded to a whole number. */
function scaled(value: number, scale: bigint): bigint {
  const { significand, exponent } = partsOf(value);
  const product = significand * scale;
  if (exponent >= 0) return product << BigInt(exponent);
  const shift = BigInt(-exponent);
  const whole = product >> shift;
  const rest = product - (whole << shift);
  const half = 1n << (shift - 1n);
  return rest > half || (rest === half && whole % 2n === 1n) ? whole + 1n : whole;
}

/** A double as `significand × 2^exponent` (IEEE 754 binary64). */
function partsOf(value: number): { significand: bigint; exponent: number } {
  const bits = new BigUint64Array(new Float64Array([value]).buffer)[0] ?? 0n;
  const field = Number((bits >> FRACTION_BITS) & 0x7ffn);
  const fraction = bits & FRACTION;
  return field === 0
    ? { significand: fraction, exponent: 1 - BIAS }
    : { significand: fraction + FRACTION + 1n, exponent: field - BIAS };
}

/** Any decimal number, also a negative one, `inf` or `nan`, as 0.8.0 takes it; null for other texts. */
export function parseDecimal(text: string): number | null {
  if (FLOAT.test(text)) return Number(text);
  const special = SPECIAL.exec(text);
  if (special === null) return null;
  if (special[2] === undefined) return NaN;
  return special[1] === "-" ? -Infinity : Infinity;
}
