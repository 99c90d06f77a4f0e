/** Timestamps of records (capture.md §3.4). */

const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/;

/** The timestamp as it is when it is one of RFC 3339, else `unknown`. */
export function projectTimestamp(text: string): string {
  const parts = RFC_3339.exec(text)?.slice(1).map((digits) => Number(digits ?? 0));
  if (parts === undefined) return "unknown";
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, hours = 0, minutes = 0] =
    parts;
  const valid = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month) &&
    hour <= 23 && minute <= 59 && second <= 60 && hours <= 23 && minutes <= 59;
  return valid ? text : "unknown";
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
