const DAY_MS = 86_400_000;
/** December 31, 9999, in the system of 1900. */
const MAX_SERIAL = 2_958_466;
/** Day 60 of the system of 1900 is February 29, 1900, which did not exist. */
const LEAP_DAY = 60;

const base = (date1904: boolean): number =>
  date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);

const two = (n: number) => String(n).padStart(2, '0');

/** Formats the time of day, with milliseconds if there are some. */
function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const fraction = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`;
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`;
}

/**
 * Formats a serial number as ISO 8601; null if it is no date. A date with a time of day keeps it,
 * whatever its format shows.
 */
export function serialText(
  serial: number,
  kind: 'date' | 'datetime' | 'time',
  date1904: boolean,
): string | null {
  if (!(serial >= 0 && serial < MAX_SERIAL)) return null;
  const total = Math.round(serial * DAY_MS);
  if (kind === 'time') return timeText(total);
  const days = Math.floor(total / DAY_MS);
  const ms = total % DAY_MS;
  if (!date1904 && days === 0) return timeText(ms);
  // Before the leap day that did not exist, the days are counted from one day later.
  const shift = !date1904 && days < LEAP_DAY ? 1 : 0;
  const day =
    !date1904 && days === LEAP_DAY
      ? '1900-02-29'
      : new Date(base(date1904) + (days + shift) * DAY_MS).toISOString().slice(0, 10);
  return kind === 'date' && ms === 0 ? day : `${day} ${timeText(ms)}`;
}
