import type { FilePlace } from '../../shared/bank-formats.ts';
import { type Amount, amountText } from './amount.ts';
import type { Collector } from './model.ts';

export type Side = 'credits' | 'debits';

type Stated = {
  side: Side;
  sum: Amount | null;
  count: number | null;
  decimals: number;
  place: FilePlace;
};

export function createEntrySides(collector: Collector) {
  const found = { credits: { count: 0, sum: 0n }, debits: { count: 0, sum: 0n } };
  return {
    /** @param amount without its sign */
    add: (side: Side, amount: Amount): void => {
      found[side].count++;
      found[side].sum += amount;
    },
    isEmpty: (): boolean => found.credits.count + found.debits.count === 0,
    check: ({ side, sum, count, decimals, place }: Stated): void => {
      if (count !== null) {
        collector.check({
          name: `number of ${side}`,
          stated: `${count}`,
          found: `${found[side].count}`,
          place,
        });
      }
      if (sum !== null) {
        collector.check({
          name: `sum of ${side}`,
          stated: amountText(sum, decimals),
          found: amountText(found[side].sum, decimals),
          place,
        });
      }
    },
  };
}
