import { formatIsoDate } from '../../../shared/civil-date.ts';
import { DAY } from '../../table/datetime-form.ts';
import type { CaseRow } from './case-rows.ts';

/** One sentence of facts with the rows of the file that it rests on. */
export type Fact = { text: string; rows: number[] };

const money = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
export const amountText = (amount: number): string => money.format(amount);

/** Currency of rows, after a space; empty if there is none or more than one. */
export function currencyOf(rows: readonly CaseRow[]): string {
  const [currency, ...others] = new Set(rows.flatMap(({ words }) => words.currency ?? []));
  return currency === undefined || others.length > 0 ? '' : ` ${currency}`;
}

/** Smallest plausible time of a date in milliseconds; steps of a simulation are below it. */
const FIRST_DATE = DAY;
export const dayText = (at: number): string =>
  at < FIRST_DATE ? `time ${at}` : formatIsoDate(Math.floor(at / DAY));

export const rowsOf = (rows: readonly CaseRow[]): number[] => rows.map(({ row }) => row);

/** Counts texts, most frequent first. */
export function counted(texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

const MAX_LISTED = 8;

export function listed(texts: readonly string[]): string {
  const hidden = texts.length - MAX_LISTED;
  return texts.slice(0, MAX_LISTED).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '');
}

export const plural = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
