import { DAY } from '../../table/datetime-form.ts';
import type { CaseRow } from './case-rows.ts';
import { amountText, counted, currencyOf, dayText, listed, plural, rowsOf } from './facts.ts';

/** Property of flagged rows, with what the other rows of the subject show. */
export type UsualFact = { name: string; usual: string; flagged: string; rows: number[] };

const NONE = 'no other rows';

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;

const sizesOf = (rows: readonly CaseRow[]) =>
  rows.flatMap(({ amount }) => (amount === null ? [] : [Math.abs(amount)])).sort((a, b) => a - b);

function amounts(others: readonly CaseRow[], flagged: readonly CaseRow[]): UsualFact[] {
  const [usual, own] = [sizesOf(others), sizesOf(flagged)];
  if (own.length === 0) return [];
  const currency = currencyOf([...others, ...flagged]);
  const [low, high] = [own[0]!, own.at(-1)!];
  return [
    {
      name: 'Amount',
      usual:
        usual.length === 0
          ? NONE
          : `median ${amountText(quantile(usual, 0.5))}, 95% up to ${amountText(quantile(usual, 0.95))}, largest ${amountText(usual.at(-1)!)}${currency}`,
      flagged:
        low === high
          ? `${amountText(low)}${currency}`
          : `${amountText(low)} to ${amountText(high)}${currency}`,
      rows: rowsOf(flagged),
    },
  ];
}

function daily(rows: readonly CaseRow[]): [day: number, count: number][] {
  const counts = new Map<number, number>();
  for (const { at } of rows)
    if (at !== null) {
      const day = Math.floor(at / DAY);
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

function pace(others: readonly CaseRow[], flagged: readonly CaseRow[]): UsualFact[] {
  const days = new Set(daily(flagged).map(([day]) => day));
  const busiest = daily([...others, ...flagged]).find(([day]) => days.has(day));
  if (busiest === undefined) return [];
  const usual = daily(others).filter(([day]) => !days.has(day));
  const [day, count] = busiest;
  return [
    {
      name: 'Rows a day',
      usual:
        usual.length === 0
          ? NONE
          : `mostly ${quantile(
              usual.map(([, rows]) => rows).sort((a, b) => a - b),
              0.5,
            )}, at most ${usual[0]![1]}`,
      flagged: `${count} on ${dayText(day * DAY)}`,
      rows: rowsOf(flagged.filter(({ at }) => at !== null && Math.floor(at / DAY) === day)),
    },
  ];
}

function counterparties(others: readonly CaseRow[], flagged: readonly CaseRow[]): UsualFact[] {
  const own = counted(flagged.map(({ counterparty }) => counterparty));
  if (own.length === 0) return [];
  const known = new Set(others.map(({ counterparty }) => counterparty));
  const fresh = own.filter(([name]) => !known.has(name)).map(([name]) => name);
  const usual = counted(others.map(({ counterparty }) => counterparty));
  return [
    {
      name: 'Counterparties',
      usual: usual.length === 0 ? NONE : `${usual.length}, most often ${usual[0]![0]}`,
      flagged:
        fresh.length === 0
          ? `${own.length}, all known from other rows`
          : `${fresh.length} of ${own.length} in no other row: ${listed(fresh)}`,
      rows: rowsOf(flagged.filter(({ counterparty }) => fresh.includes(counterparty))),
    },
  ];
}

const NAMES = {
  channel: 'Channel',
  category: 'Category',
  direction: 'Kind',
  country: 'Country',
} as const;

function words(others: readonly CaseRow[], flagged: readonly CaseRow[]): UsualFact[] {
  return (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((role) => {
    const own = counted(flagged.map((row) => row.words[role] ?? ''));
    if (own.length === 0) return [];
    const usual = counted(others.map((row) => row.words[role] ?? ''));
    const total = usual.reduce((sum, [, count]) => sum + count, 0);
    const share = ([text, count]: [string, number]) =>
      `${text} ${Math.round((100 * count) / total)} %`;
    return [
      {
        name: NAMES[role],
        usual: total === 0 ? NONE : usual.slice(0, 3).map(share).join(', '),
        flagged: listed(own.map(([text, count]) => `${text} (${plural(count, 'row')})`)),
        rows: rowsOf(flagged.filter((row) => row.words[role] !== undefined)),
      },
    ];
  });
}

/**
 * Compares the flagged rows of a subject with its other rows: amounts, pace, counterparties and words
 * of channel, category, kind and country.
 *
 * @param rows of the subject
 */
export function usualFacts(rows: readonly CaseRow[], isFlagged: ReadonlySet<number>): UsualFact[] {
  const flagged = rows.filter(({ row }) => isFlagged.has(row));
  const others = rows.filter(({ row }) => !isFlagged.has(row));
  return [amounts, pace, counterparties, words].flatMap((compare) => compare(others, flagged));
}
