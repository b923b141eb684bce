import { DAY } from '../table/datetime-form.ts';
import { hasAmounts, type Ledger, type LedgerWithAmounts } from './features/ledger.ts';
import { eachOwner } from './features/owner-spans.ts';

export type LedgerCheck = {
  /** Days of accounts with a balance at their end. */
  accountDays: number;
  /** Days on which opening 0 and all movements so far give a balance shown that day, to half a cent. */
  exact: number;
  /** Days on which they differ from one by at most 0.11 since the day before. */
  within: number;
};

const ROUNDING = 0.11 + 1e-9;

/**
 * Which way each value of the direction column moves a balance, learned from steps of the balance between
 * neighboring rows; all +1 where amounts carry signs.
 */
function signs(ledger: LedgerWithAmounts, balances: Float64Array): Int8Array {
  const { amounts, history, rows } = ledger;
  const direction = ledger.codes('direction') ?? ledger.codes('channel');
  const up = new Float64Array(Math.max(1, direction?.count ?? 1));
  const codeOf = (row: number) => direction?.codes[row] ?? 0;
  eachOwner(ledger, (from, to) => {
    for (let place = from + 1; place < to; place++) {
      const row = history[place];
      const step = balances[row] - balances[history[place - 1]];
      const code = codeOf(row);
      if (code < 0) continue;
      if (Math.abs(step - amounts[row]) <= ROUNDING) up[code]++;
      else if (Math.abs(step + amounts[row]) <= ROUNDING) up[code]--;
    }
  });
  return Int8Array.from({ length: rows }, (_, row) =>
    codeOf(row) >= 0 && up[codeOf(row)] < 0 ? -1 : 1,
  );
}

/** Whether shown balances follow from the movements, a day of an account at a time; null without balances. */
export function checkBalances(ledger: Ledger): LedgerCheck | null {
  const column = ledger.column('balance');
  if (column?.kind !== 'number' || !hasAmounts(ledger)) return null;
  const { amounts, time, history } = ledger;
  const balances = column.values;
  const sign = signs(ledger, balances);
  const check: LedgerCheck = { accountDays: 0, exact: 0, within: 0 };
  eachOwner(ledger, (from, to) => {
    let opening = 0;
    for (let start = from; start < to; ) {
      const day = Math.floor(time[history[start]] / DAY);
      let closing = opening;
      let end = start;
      while (end < to && Math.floor(time[history[end]] / DAY) === day) {
        const row = history[end++];
        closing += sign[row] * amounts[row] || 0;
      }
      let gap = Number.POSITIVE_INFINITY;
      let shown = closing;
      for (let at = start; at < end; at++) {
        const away = Math.abs(balances[history[at]] - closing);
        if (away < gap) {
          gap = away;
          shown = balances[history[at]];
        }
      }
      if (gap < Number.POSITIVE_INFINITY) {
        check.accountDays++;
        if (gap < 0.005) check.exact++;
        if (gap <= ROUNDING) check.within++;
      }
      // the bank's own rounding is not carried on; an error stays with the day it happened on
      opening = shown;
      start = end;
    }
  });
  return check;
}
