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
  const sides = { credits: { count: 0, sum: 0n }, debits: { count: 0, sum: 0n } };
  return {
    /** @param amount without its sign */
    add: (side: Side, amount: Amount): void => {
      sides[side].count++;
      sides[side].sum += amount;
    },
    isEmpty: (): boolean => sides.credits.count + sides.debits.count === 0,
    check: ({ side, sum, count, decimals, place }: Stated): void => {
      if (count !== null) {
        collector.check({
          name: `number of ${side}`,
          stated: `${count}`,
          found: `${sides[side].count}`,
          place,
        });
      }
      if (sum !== null) {
        collector.check({
          name: `sum of ${side}`,
          stated: amountText(sum, decimals),
          found: amountText(sides[side].sum, decimals),
          place,
        });
      }
    },
  };
}
