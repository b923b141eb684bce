import { formatterOf } from './formatter-of.ts';

const whole = formatterOf(() => new Intl.NumberFormat('en', { maximumFractionDigits: 0 }));
const money = formatterOf(
  () => new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A count with its thousands grouped, without a formatter where it is a count: each page shows some at first sight. */
export const formatCount = (value: number | null | undefined) =>
  value === null || value === undefined || Number.isSafeInteger(value)
    ? String(value ?? 0).replace(/\B(?=(\d{3})+$)/g, ',')
    : whole().format(value);

/** What an analysis of more rows than are held at once looked at. */
export const sampleSentence = (
  scored: number,
  of: number,
  accounts: string | null | undefined,
): string =>
  accounts
    ? `A sample of the accounts in ${accounts} was analyzed, with all their rows: ${formatCount(scored)} of ${formatCount(of)}. The other accounts have no scores, and transfers to them belong to no pattern.`
    : `An even sample of ${formatCount(scored)} of ${formatCount(of)} rows was analyzed. The others have no score, and an account's history holds rows of the sample alone.`;

/** An amount with two decimals; 'N/A' where there is none. */
export const formatAmount = (value: number | string | null | undefined) =>
  value === null || value === undefined || value === '' ? 'N/A' : money().format(Number(value));

/** A score out of 100, '87/100'; 'Pending' where there is none yet. */
export const formatScore = (score: number | null | undefined) =>
  score === null || score === undefined ? 'Pending' : `${score}/100`;

/** A fraction as a whole percent. */
export const formatPercent = (fraction: number) => `${Math.round(fraction * 100)}%`;

/** A fraction in percent with one decimal, where whole percents would all look alike. What is not all is never shown as 100. */
export function formatShare(fraction: number): string {
  const percent = fraction * 100;
  return `${(fraction < 1 ? Math.min(percent, 99.9) : percent).toFixed(1)}%`;
}

/** The first eight characters of a batch's id. */
export const shortId = (id: string) => id.slice(0, 8);

/** A date such as 'Nov 21, 2026', in UTC like every other time on the pages; a bare day stays that day. */
export function formatDay(value: string | null | undefined): string {
  if (!value) return 'N/A';
  const date = new Date(value);
  return Number.isNaN(date.getTime())
    ? value
    : `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** A moment in UTC to the second, for audit pages: '2026-11-21 04:47:25 UTC'. */
export function formatUtc(value: string | null | undefined): string {
  if (!value) return 'N/A';
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A moment in UTC to the minute: '14:02' on the day of `now`, '2026-11-21 14:02' on others. */
export function formatRecentUtc(value: string, now: Date): string {
  const text = new Date(value).toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 16)];
  return day === now.toISOString().slice(0, 10) ? time : `${day} ${time}`;
}

/** Seconds as '8 s', '2 min 5 s', '1 h 3 min'. */
export function formatElapsed(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}
