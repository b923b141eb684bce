const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
/** Days before March 1900 count from one day later, as Excel has a February 29, 1900. */
const FIRST_OF_MARCH = 61;

const MOMENT =
  /^(?:(\d{4})-(\d\d)-(\d\d))?(?:(?:^|[ T])(\d+):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?)?$/;

/** Returns the serial number of an ISO 8601 date, time or both in the system of 1900. */
export function serialOf(text: string): number | null {
  const match = MOMENT.exec(text);
  if (match === null || text === '') return null;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  const time =
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 +
    Number(fraction.padEnd(3, '0'));
  if (year === undefined) return time / DAY_MS;
  if (text.startsWith('1900-02-29')) return 60 + time / DAY_MS;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const days = (date - EPOCH) / DAY_MS;
  return (days < FIRST_OF_MARCH ? days - 1 : days) + time / DAY_MS;
}
