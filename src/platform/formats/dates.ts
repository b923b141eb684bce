const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const ISO = /^(\d{4})-(\d\d)-(\d\d)$/;

const daysIn = (year: number, month: number): number =>
  month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
    ? 29
    : (DAYS[month - 1] ?? 0);

/** Whether a text is a day of the calendar as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const found = ISO.exec(text);
  if (found === null) return false;
  const day = Number(found[3]);
  return day >= 1 && day <= daysIn(Number(found[1]), Number(found[2]));
}

/** YYMMDD, of the hundred years to 2079, as YYYY-MM-DD; null where there is no such day. */
export function dateOfSix(text: string): string | null {
  if (!/^\d{6}$/.test(text)) return null;
  const century = text < '80' ? '20' : '19';
  const date = `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  return isDate(date) ? date : null;
}

/** YYYYMMDD as YYYY-MM-DD; null where there is no such day. */
export function dateOfEight(text: string): string | null {
  if (!/^\d{8}$/.test(text)) return null;
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
  return isDate(date) ? date : null;
}
