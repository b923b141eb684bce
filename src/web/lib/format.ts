import { formatterOf } from './formatter-of.ts';

const whole = formatterOf(() => new Intl.NumberFormat('en', { maximumFractionDigits: 0 }));
const money = formatterOf(
  () => new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Formats a count with grouped thousands, without Intl, which would slow the first paint. */
export const formatCount = (value: number | null | undefined) =>
  value === null || value === undefined || Number.isSafeInteger(value)
    ? String(value ?? 0).replace(/\B(?=(\d{3})+$)/g, ',')
    : whole().format(value);

export const sampleSentence = (
  scored: number,
  of: number,
  accounts: string | null | undefined,
): string =>
  accounts
    ? `A sample of the accounts in ${accounts} was analyzed, with all their rows: ${formatCount(scored)} of ${formatCount(of)}. Other accounts have no scores, and transfers to them are not part of any pattern.`
    : `A uniform sample of ${formatCount(scored)} of ${formatCount(of)} rows was analyzed. Other rows have no score, and account history contains only sampled rows.`;

export const formatAmount = (value: number | string | null | undefined) =>
  value === null || value === undefined || value === '' ? 'N/A' : money().format(Number(value));

export const formatScore = (score: number | null | undefined) =>
  score === null || score === undefined ? 'Pending' : `${score}/100`;

export const formatPercent = (fraction: number) => `${Math.round(fraction * 100)}%`;

/** Formats a fraction in percent with one decimal; never rounds up to 100. */
export function formatShare(fraction: number): string {
  const percent = fraction * 100;
  return `${(fraction < 1 ? Math.min(percent, 99.9) : percent).toFixed(1)}%`;
}

export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

export const shortId = (id: string) => id.slice(0, 8);

/** Formats a UTC date such as 'Nov 21, 2026'; a date without a time is unchanged. */
export function formatDay(value: string | null | undefined): string {
  if (!value) return 'N/A';
  const date = new Date(value);
  return Number.isNaN(date.getTime())
    ? value
    : `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** Formats a UTC timestamp to the second, for audit pages: '2026-11-21 04:47:25 UTC'. */
export function formatUtc(value: string | null | undefined): string {
  if (!value) return 'N/A';
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Formats a UTC timestamp to the minute; on the day of `now` only the time: '14:02'. */
export function formatRecentUtc(value: string, now: Date): string {
  const text = new Date(value).toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 16)];
  return day === now.toISOString().slice(0, 10) ? time : `${day} ${time}`;
}

/** Formats seconds as '8 s', '2 min 5 s' or '1 h 3 min'. */
export function formatElapsed(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}

export const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
