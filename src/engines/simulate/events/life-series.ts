import { party } from '../world/directory.ts';
import type { World } from '../world/world.ts';
import { rules } from './buffers.ts';
import type { Kind } from './kinds.ts';
import { type Series, series } from './series.ts';

const AFTERNOON = 58_000;

/** One movement of an account on a day, if that lies in the window. */
function addMovement(
  { calendar }: World,
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
export function lifeSeries(world: World): Series[] {
  const { calendar, directory } = world;
  const list: Series[] = [];
  const bank = directory.sections.bank.first;
  for (const [i, account] of world.accounts.entries()) {
    const { opened, closed, status, from, to, opening, owner } = account;
    const own = party(directory, 'own', owner * 7 + world.cell);
    if (closed >= calendar.start) {
      addMovement(world, list, 'closure', i, closed, 0, AFTERNOON, own, rules.closure);
    }
    // An account that came written off has no history here, and nothing left to book.
    const latest = account.history.at(-1);
    if (status === 'charged_off' && latest !== undefined) {
      addMovement(world, list, 'chargeOff', i, latest[1], 0, AFTERNOON, bank, rules.chargeOff);
    }
    if (opened > calendar.start && opening === 0 && to >= from && status === 'active') {
      const deposit = 5000 + ((i * 7919) % 40) * 2500;
      const second = 34_000 + (i % 3600);
      addMovement(world, list, 'transferIn', i, opened, deposit, second, own, rules.due);
    }
  }
  return list;
}
