const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const ISO = /^(\d{4})-(\d\d)-(\d\d)$/;

const daysIn = (year: number, month: number): number =>
  month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
    ? 29
    : (DAYS[month - 1] ?? 0);

/** Returns true for a valid calendar day in the form YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const match = ISO.exec(text);
  if (match === null) return false;
  const day = Number(match[3]);
  return day >= 1 && day <= daysIn(Number(match[1]), Number(match[2]));
}

/** Converts YYMMDD (1980 to 2079) to YYYY-MM-DD; null for an invalid day. */
export function dateOfSix(text: string): string | null {
  if (!/^\d{6}$/.test(text)) return null;
  const century = text < '80' ? '20' : '19';
  const date = `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  return isDate(date) ? date : null;
}

/** Converts YYYYMMDD to YYYY-MM-DD; null for an invalid day. */
export function dateOfEight(text: string): string | null {
  if (!/^\d{8}$/.test(text)) return null;
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
  return isDate(date) ? date : null;
}
