/** Exact arithmetic and equality of JSON numbers. */

/** A number as it was written, or the double it became. */
export type Exact = number | bigint;

/** Whether a value is a whole multiple of the divisor, in decimal: 0.3 is one of 0.1. */
export function isMultipleOf(value: Exact, divisor: Exact): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) {
    return (value as number) % (divisor as number) === 0;
  }
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  if (divisorDigits === 0n) return false;
  const shift = BigInt(Math.abs(exponent - divisorExponent));
  return exponent > divisorExponent
    ? (digits * 10n ** shift) % divisorDigits === 0n
    : digits % (divisorDigits * 10n ** shift) === 0n;
}

/** The shortest decimal that reads back as the number: digits × 10^exponent. */
function decimal(value: Exact): [bigint, number] {
  if (typeof value === "bigint") return [value, 0];
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

/** One representation per number: 2⁶⁰ written as an integer is the double 2⁶⁰. */
export function canonicalNumber(value: Exact): Exact {
  if (typeof value === "number") return value === 0 ? 0 : value;
  const double = Number(value);
  return BigInt(double) === value ? double : value;
}
