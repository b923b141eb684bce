import { shuffle } from '../../random/shuffle.ts';
import { streamFor } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { Account } from './account.ts';
import type { Window } from './bank.ts';
import { purposes } from './draws.ts';

/**
 * Selects delinquent credit accounts: the configured shares in each cell, with rounding that
 * preserves them over many cells. Payments stop so that the account is 30, 60 or 90 days past due
 * on the window's last day; the worst are written off.
 */
export function assignDelinquency({
  seed,
  cell,
  accounts,
  configuration,
  window,
}: {
  seed: bigint;
  cell: number;
  accounts: readonly Account[];
  configuration: Configuration;
  window: Window;
}): void {
  const { days30, days60, days90, chargedOff } = configuration.accounts.delinquency;
  const stream = streamFor(seed, cell, purposes.credit);
  const credit = shuffle(
    accounts.filter((a) => a.type === 'credit_card' || a.type === 'loan'),
    stream,
  );
  let next = 0;
  for (const [days, share] of [
    [30, days30],
    [60, days60],
    [90, days90],
    [180, chargedOff],
  ] as const) {
    const count = Math.floor(credit.length * share + stream.float());
    for (let n = 0; n < count && next < credit.length; n++) {
      const account = credit[next++];
      account.daysPastDue = days + stream.below(days === 180 ? 1 : 30);
      if (days !== 180) continue;
      const day = Math.max(account.opened + 181, window.end - stream.below(20));
      if (day > window.end || day < window.start) {
        account.daysPastDue = 90 + stream.below(30);
        continue;
      }
      account.status = 'charged_off';
      account.history.push(['charged_off', day]);
      account.to = day;
    }
  }
}
