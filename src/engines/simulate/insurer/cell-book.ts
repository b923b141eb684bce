import { civilFromDays, daysFromCivil, parseIsoDate } from '../../../shared/civil-date.ts';
import type { Totals } from '../world/book.ts';
import { addYears } from '../world/days.ts';
import { type Ledger, ledgerUntil } from '../world/ledger.ts';
import type { BookPlan } from '../world/plan.ts';
import type { RowOf } from '../world/tables.ts';
import type { InsurerAccount } from './accounts.ts';
import type * as tables from './tables.ts';

type Rows<T extends keyof typeof tables> = RowOf<Extract<(typeof tables)[T], { name: string }>>[];

/** Rows of a cell as they are made, and what months and treaties have summed up so far. */
export type CellBook = {
  plan: BookPlan;
  cell: number;
  start: number;
  end: number;
  /** Last days of the months of the window, and the window's end. */
  monthEnds: number[];
  ledger: Ledger<InsurerAccount>;
  totals: Totals;
  /** Sums by treaty year and month, of `Cession`. */
  cessions: Map<number, Cession[]>;
  commissions: Float64Array;
  unearned: Float64Array;
  rows: {
    policyholders: Rows<'policyholders'>;
    parties: Rows<'parties'>;
    policies: Rows<'policies'>;
    coverages: Rows<'coverages'>;
    policyTransactions: Rows<'policyTransactions'>;
    claims: Rows<'claims'>;
    claimParties: Rows<'claimParties'>;
    claimTransactions: Rows<'claimTransactions'>;
    reinsurance: Rows<'reinsurance'>;
    groundTruth: Rows<'groundTruth'>;
  };
};

/** Gross amounts of a treaty year in a month; `unearned` is a balance, the others are changes. */
export type Cession = { premium: number; unearned: number; paid: number; reserve: number };

function monthEndsOf(start: number, end: number): number[] {
  const ends: number[] = [];
  let { year, month } = civilFromDays(start);
  for (;;) {
    month = month === 12 ? 1 : month + 1;
    if (month === 1) year++;
    const last = daysFromCivil(year, month, 1) - 1;
    if (last >= end) break;
    ends.push(last);
  }
  return [...ends, end];
}

export function openCell(plan: BookPlan, cell: number): CellBook {
  const [start, end] = [parseIsoDate(plan.startDate), parseIsoDate(plan.endDate)];
  const monthEnds = monthEndsOf(start, end);
  return {
    plan,
    cell,
    start,
    end,
    monthEnds,
    ledger: ledgerUntil<InsurerAccount>(end),
    totals: new Map(),
    cessions: new Map(),
    commissions: new Float64Array(monthEnds.length),
    unearned: new Float64Array(monthEnds.length),
    rows: {
      policyholders: [],
      parties: [],
      policies: [],
      coverages: [],
      policyTransactions: [],
      claims: [],
      claimParties: [],
      claimTransactions: [],
      reinsurance: [],
      groundTruth: [],
    },
  };
}

/** Returns the index of the month that contains a day of the window. */
export function monthOf({ start, monthEnds }: CellBook, day: number): number {
  const [first, then] = [civilFromDays(start), civilFromDays(day)];
  return Math.min(monthEnds.length - 1, (then.year - first.year) * 12 + then.month - first.month);
}

/** Returns the sums of a treaty year in the month of a day. */
export function cessionAt(book: CellBook, treaty: number, month: number): Cession {
  let months = book.cessions.get(treaty);
  if (months === undefined) {
    months = book.monthEnds.map(() => ({ premium: 0, unearned: 0, paid: 0, reserve: 0 }));
    book.cessions.set(treaty, months);
  }
  return months[month];
}

/** Number of a cell's row within ids: five digits of the cell, then six of the row. */
export const cellId = (letter: string, { plan, cell }: CellBook, n: number): string =>
  `${letter}${plan.idPrefix}${String(cell).padStart(5, '0')}${String(n).padStart(6, '0')}`;

/** Accident years end on the anniversaries of the window's end; named by the year in which they end. */
export function accidentYear(day: number, end: number): number {
  const last = civilFromDays(end).year;
  let year = civilFromDays(day).year;
  if (day > addYears(end, year - last)) year++;
  return year;
}
