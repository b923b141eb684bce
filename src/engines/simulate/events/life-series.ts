import { party } from '../world/directory.ts';
import type { World } from '../world/world.ts';
import { rules } from './buffers.ts';
import type { Kind } from './kinds.ts';
import { type Series, series } from './series.ts';

const AFTERNOON = 58_000;

/** Last movements of accounts that close or are written off, and the first of those that open. */
export function lifeSeries(world: World): Series[] {
  const { calendar, directory } = world;
  const list: Series[] = [];
  const bank = directory.sections.bank.first;
  world.accounts.forEach((account, i) => {
    const own = party(directory, 'own', account.owner * 7 + world.cell);
    const add = (
      kind: Kind,
      day: number,
      amount: number,
      second: number,
      to: number,
      rule: number,
    ) => {
      const index = day - calendar.start;
      if (index < 0 || index >= calendar.days.length) return;
      list.push(series(kind, i, [index], [amount], second, to, -1, rule));
    };
    const { opened, closed, status, from, to, opening } = account;
    if (closed >= calendar.start) add('closure', closed, 0, AFTERNOON, own, rules.closure);
    // An account that came written off has no history here, and nothing left to book.
    const latest = account.history.at(-1);
    if (status === 'charged_off' && latest !== undefined) {
      add('chargeOff', latest[1], 0, AFTERNOON, bank, rules.chargeOff);
    }
    if (opened > calendar.start && opening === 0 && to >= from && status === 'active') {
      const deposit = 5000 + ((i * 7919) % 40) * 2500;
      add('transferIn', opened, deposit, 34_000 + (i % 3600), own, rules.due);
    }
  });
  return list;
}
