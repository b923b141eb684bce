import { party } from '../world/directory.ts';
import type { World } from '../world/world.ts';
import { rules } from './buffers.ts';
import { type Kind, kindCode } from './kinds.ts';
import type { Series } from './series.ts';

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
      to: number,
      rule: number,
      second: number,
    ) => {
      const index = day - calendar.start;
      if (index < 0 || index >= calendar.days.length) return;
      const due = { kind: kindCode[kind], account: i, pair: -1, party: to, amount, rule };
      list.push({ days: [index], due, second, rows: 1 });
    };
    if (account.closed >= calendar.start)
      add('closure', account.closed, 0, own, rules.closure, 58_000);
    if (account.status === 'charged_off') {
      add('chargeOff', account.history.at(-1)![1], 0, bank, rules.chargeOff, 58_000);
    }
    if (
      account.opened > calendar.start &&
      account.to >= account.from &&
      account.status === 'active'
    ) {
      add(
        'transferIn',
        account.opened,
        5000 + ((i * 7919) % 40) * 2500,
        own,
        rules.due,
        34_000 + (i % 3600),
      );
    }
  });
  return list;
}
