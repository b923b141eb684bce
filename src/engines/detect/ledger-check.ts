import { DAY } from '../table/datetime-form.ts';
import { codesOf } from './features/codes.ts';
import { hasAmounts, type Ledger, type LedgerWithAmounts } from './features/ledger.ts';
import { eachOwner } from './features/owner-spans.ts';

export type LedgerCheck = {
  /** Account-days with a closing balance. */
  accountDays: number;
  /**
   * Days on which opening balance plus all movements gives a balance shown that day, to half a
   * cent. The opening balance is 0, or that of the first row minus its movement.
   */
  exact: number;
  /** Days on which the difference arising since the previous day is at most 0.11. */
  within: number;
};

const ROUNDING = 0.11 + 1e-9;

/** Header of a booking status column: 'declined', 'pending', 'posted'. */
const STATUS = /^(transaction_|txn_|booking_)?(status|state)$/i;

/**
 * Returns the sign with which each row moves the balance, fitted to balance steps between
 * neighboring rows: by the direction column, +1 for signed amounts, 0 for statuses that leave the
 * balance unchanged.
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

/** Finds the day's shown balance closest to the expected one, and the difference. */
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

/** Checks shown balances against the movements, per account and day; null without balances. */
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
      let nearest = closestShown(balances, day, opening + moved);
      if (start === from && nearest.gap > ROUNDING) {
        // Rows of the same moment have no order: each is tried as the first.
        for (const first of day.filter((row) => time[row] === time[day[0]])) {
          // To cents: the difference of two balances is not exact in binary.
          const opened = Math.round((balances[first] - movement(first)) * 100) / 100;
          const closest = closestShown(balances, day, opened + moved);
          if (closest.gap < nearest.gap) nearest = closest;
        }
        // A single row defines the opening balance and confirms nothing.
        if (day.length === 1) nearest.gap = Number.POSITIVE_INFINITY;
      }
      if (nearest.gap < Number.POSITIVE_INFINITY) {
        check.accountDays++;
        if (nearest.gap < 0.005) check.exact++;
        if (nearest.gap <= ROUNDING) check.within++;
      }
      // The bank's own rounding is not carried forward; an error counts only on its day.
      opening = nearest.shown;
      start = end;
    }
  });
  return check;
}
