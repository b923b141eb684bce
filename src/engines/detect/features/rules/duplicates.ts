import { countText } from '../../explain/words.ts';
import type { Feature } from '../feature.ts';
import { hasAmounts, type Ledger } from '../ledger.ts';
import { eachOwner } from '../owner-spans.ts';

const MINUTE = 60_000;

/** Flags the same owner, amount and counterpart within ten minutes (without hours: that day). */
export function duplicates(ledger: Ledger): Feature | null {
  if (!hasAmounts(ledger)) return null;
  const { history, time, amounts } = ledger;
  const others = ['counterparty', 'merchant', 'category', 'channel', 'direction'] as const;
  const codes = others.flatMap((role) => ledger.codes(role) ?? []);
  const within = ledger.hasHours ? 10 * MINUTE : 0;
  const values = new Float32Array(ledger.rows);
  eachOwner(ledger, (from, to) => {
    for (let place = from; place < to; place++) {
      const row = history[place];
      for (let at = place - 1; at >= from; at--) {
        const other = history[at];
        if (time[row] - time[other] > within) break;
        if (amounts[other] !== amounts[row]) continue;
        if (codes.every((column) => column.codes[row] === column.codes[other])) values[row]++;
      }
    }
  });
  return {
    name: 'duplicate',
    values,
    tail: 'high',
    weight: 0.4,
    tag: 'duplicate',
    sentence: (row) =>
      `the same ${ledger.ownerNoun}, amount and counterpart ${values[row] === 1 ? 'once' : countText(values[row], 'time')} before ${ledger.hasHours ? 'within ten minutes' : 'on that day'}`,
  };
}
