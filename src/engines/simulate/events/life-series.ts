import type { CellState } from '../bank/cell-state.ts';
import { party } from '../bank/directory.ts';
import { rules } from './buffers.ts';
import type { Kind } from './kinds.ts';
import { type Series, series } from './series.ts';

const AFTERNOON = 58_000;

/** One movement of an account on a day, if that lies in the window. */
function addMovement(
  { calendar }: CellState,
  list: Series[],
  kind: Kind,
  account: number,
  day: number,
  amount: number,
  second: number,
  to: number,
  rule: number,
): void {
  const index = day - calendar.start;
  if (index < 0 || index >= calendar.days.length) return;
  list.push(
    series(kind, { account, days: [index], amounts: [amount], second, to, pair: -1, rule }),
  );
}

/** Last movements of accounts that close or are written off, and the first of those that open. */
export function lifeSeries(state: CellState): Series[] {
  const { calendar, directory } = state;
  const list: Series[] = [];
  const bank = directory.sections.bank.first;
  for (const [i, account] of state.accounts.entries()) {
    const { opened, closed, status, from, to, opening, owner } = account;
    const own = party(directory, 'own', owner * 7 + state.cell);
    if (closed >= calendar.start) {
      addMovement(state, list, 'closure', i, closed, 0, AFTERNOON, own, rules.closure);
    }
    // An account that came written off has no history here, and nothing left to book.
    const latest = account.history.at(-1);
    if (status === 'charged_off' && latest !== undefined) {
      addMovement(state, list, 'chargeOff', i, latest[1], 0, AFTERNOON, bank, rules.chargeOff);
    }
    if (opened > calendar.start && opening === 0 && to >= from && status === 'active') {
      const deposit = 5000 + ((i * 7919) % 40) * 2500;
      const second = 34_000 + (i % 3600);
      addMovement(state, list, 'transferIn', i, opened, deposit, second, own, rules.due);
    }
  }
  return list;
}
