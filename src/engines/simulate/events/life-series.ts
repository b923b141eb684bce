import type { CellState } from '../bank/cell-state.ts';
import { party, placeIn } from '../bank/directory.ts';
import { rules } from './buffers.ts';
import type { Kind } from './kinds.ts';
import { type Series, series } from './series.ts';

const AFTERNOON = 58_000;

type Movement = {
  kind: Kind;
  account: number;
  /** Days since 1970. */
  day: number;
  /** Minor units. */
  amount: number;
  /** Local second of the day. */
  second: number;
  to: number;
  rule: number;
};

function addMovement(
  { calendar }: CellState,
  list: Series[],
  { kind, account, day, amount, second, to, rule }: Movement,
): void {
  const index = day - calendar.start;
  if (index < 0 || index >= calendar.days.length) return;
  list.push(
    series(kind, { account, days: [index], amounts: [amount], second, to, pair: -1, rule }),
  );
}

/** Returns last movements of closing or written-off accounts, and first ones of new accounts. */
export function lifeSeries(state: CellState): Series[] {
  const { calendar, directory } = state;
  const list: Series[] = [];
  const bank = directory.sections.bank.first;
  const { mix, accounts } = state.configuration;
  const { least, most, step, kind } = accounts.firstDeposit;
  // The first money comes the way that most does.
  const firstMoney = kind ?? (mix.cashDeposit > mix.transferIn ? 'cashDeposit' : 'transferIn');
  const inCash = firstMoney === 'cashDeposit';
  for (const [i, account] of state.accounts.entries()) {
    const { opened, closed, status, from, to, opening, owner } = account;
    const own = party(directory, 'own', owner * 7 + state.cell);
    if (closed >= calendar.start) {
      addMovement(state, list, {
        kind: 'closure',
        account: i,
        day: closed,
        amount: 0,
        second: AFTERNOON,
        to: own,
        rule: rules.closure,
      });
    }
    // An account written off before the window has no history here and nothing left to book.
    const latest = account.history.at(-1);
    if (status === 'charged_off' && latest !== undefined) {
      addMovement(state, list, {
        kind: 'chargeOff',
        account: i,
        day: latest[1],
        amount: 0,
        second: AFTERNOON,
        to: bank,
        rule: rules.chargeOff,
      });
    }
    if (opened > calendar.start && opening === 0 && to >= from && status === 'active') {
      addMovement(state, list, {
        kind: firstMoney,
        account: i,
        day: opened,
        amount: 100 * (least + ((i * 7919) % (1 + Math.floor((most - least) / step))) * step),
        second: 34_000 + (i % 3600),
        to: inCash ? placeIn(directory, 'branch', { city: state.city[owner], n: i }) : own,
        rule: rules.due,
      });
    }
  }
  return list;
}
