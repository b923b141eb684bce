import { DAY } from '../table/datetime-form.ts';
import { codesOf } from './features/codes.ts';
import { hasAmounts, type Ledger, type LedgerWithAmounts } from './features/ledger.ts';
import { eachOwner } from './features/owner-spans.ts';

export type LedgerCheck = {
  /** Days of accounts with a balance at their end. */
  accountDays: number;
  /**
   * Days on which the opening balance and all movements so far give a balance shown that day, to half a cent. An
   * account opens with 0, or with what its first row shows less that row's movement.
   */
  exact: number;
  /** Days on which they differ from one by at most 0.11 since the day before. */
  within: number;
};

const ROUNDING = 0.11 + 1e-9;

/** What says whether a row is booked: 'declined', 'pending', 'posted'. */
const STATUS = /^(transaction_|txn_|booking_)?(status|state)$/i;

/**
 * Which way each row moves a balance, learned from steps of the balance between neighboring rows: by the direction
 * column, +1 where amounts carry signs; 0 for a status whose rows leave the balance as it was.
 */
function signs(ledger: LedgerWithAmounts, balances: Float64Array): Int8Array {
  const { amounts, history, rows } = ledger;
  const direction = ledger.codes('direction') ?? ledger.codes('channel');
  const statusColumn = ledger.table.columns.find(({ name }) => STATUS.test(name));
  const status = statusColumn?.kind === 'category' ? codesOf(statusColumn) : undefined;
  const up = new Float64Array(Math.max(1, direction?.count ?? 1));
  const moving = new Float64Array(Math.max(1, status?.count ?? 1));
  const codeOf = (row: number) => direction?.codes[row] ?? 0;
  const statusOf = (row: number) => status?.codes[row] ?? -1;
  eachOwner(ledger, (from, to) => {
    for (let place = from + 1; place < to; place++) {
      const row = history[place];
      const step = balances[row] - balances[history[place - 1]];
      const code = codeOf(row);
      if (statusOf(row) >= 0 && Math.abs(amounts[row]) > ROUNDING) {
        moving[statusOf(row)] += Math.abs(step) <= ROUNDING ? -1 : 1;
      }
      if (code < 0) continue;
      if (Math.abs(step - amounts[row]) <= ROUNDING) up[code]++;
      else if (Math.abs(step + amounts[row]) <= ROUNDING) up[code]--;
    }
  });
  return Int8Array.from({ length: rows }, (_, row) => {
    if (statusOf(row) >= 0 && moving[statusOf(row)] < 0) return 0;
    return codeOf(row) >= 0 && up[codeOf(row)] < 0 ? -1 : 1;
  });
}

/** The balance shown on a day that comes closest to what the movements give, and by how much it is off. */
function closestShown(
  balances: Float64Array,
  day: Uint32Array,
  closing: number,
): { gap: number; shown: number } {
  let gap = Number.POSITIVE_INFINITY;
  let shown = closing;
  for (const row of day) {
    const away = Math.abs(balances[row] - closing);
    if (away < gap) {
      gap = away;
      shown = balances[row];
    }
  }
  return { gap, shown };
}

/** Whether shown balances follow from the movements, a day of an account at a time; null without balances. */
export function checkBalances(ledger: Ledger): LedgerCheck | null {
  const column = ledger.column('balance');
  if (column?.kind !== 'number' || !hasAmounts(ledger)) return null;
  const { amounts, time, history } = ledger;
  const balances = column.values;
  const sign = signs(ledger, balances);
  const check: LedgerCheck = { accountDays: 0, exact: 0, within: 0 };
  const movement = (row: number) => sign[row] * amounts[row] || 0;
  eachOwner(ledger, (from, to) => {
    let opening = 0;
    for (let start = from; start < to; ) {
      const dayOf = (place: number) => Math.floor(time[history[place]] / DAY);
      let end = start;
      while (end < to && dayOf(end) === dayOf(start)) end++;
      const day = history.subarray(start, end);
      const moved = day.reduce((sum, row) => sum + movement(row), 0);
      let found = closestShown(balances, day, opening + moved);
      if (start === from && found.gap > ROUNDING) {
        // Rows of the same moment stand in no order: each is tried as the first.
        for (const first of day.filter((row) => time[row] === time[day[0]])) {
          // To cents: the difference of two balances is not exact in binary.
          const opened = Math.round((balances[first] - movement(first)) * 100) / 100;
          const closest = closestShown(balances, day, opened + moved);
          if (closest.gap < found.gap) found = closest;
        }
        // One row alone says what the account opened with, and confirms nothing.
        if (day.length === 1) found.gap = Number.POSITIVE_INFINITY;
      }
      if (found.gap < Number.POSITIVE_INFINITY) {
        check.accountDays++;
        if (found.gap < 0.005) check.exact++;
        if (found.gap <= ROUNDING) check.within++;
      }
      // the bank's own rounding is not carried on; an error stays with the day it happened on
      opening = found.shown;
      start = end;
    }
  });
  return check;
}
