import { factorPairs, inOrder, MAX_BY_CHANCE, MAX_FACTORS, scaleOf } from './affine-candidates.ts';
import type { AmountLaw } from './amount-law.ts';
import type { AmountSamples } from './looked-at-amounts.ts';
import { follows } from './product-candidates.ts';

/**
 * Yields columns that are the product of two and a third, as units times price and a base fee.
 *
 * @param known columns that other rules derive
 */
export function* productSums(
  { rows, numbers }: AmountSamples,
  known: Pick<ReadonlyMap<number, unknown>, 'has'>,
): Generator<AmountLaw> {
  const factors = numbers.filter(({ varies }) => varies).slice(0, MAX_FACTORS);
  for (const own of factors.filter(({ column }) => !known.has(column)))
    for (const plus of numbers.slice(0, MAX_FACTORS)) {
      if (plus === own) continue;
      const values = own.values.map((value, row) => value - plus.values[row]!);
      const rest = inOrder({ ...own, values });
      const others = factors.filter((other) => other !== own && other !== plus);
      for (const [one, other] of factorPairs(others)) {
        const product = (row: number) => one.values[row]! * other.values[row]!;
        const scale = scaleOf(rest, product);
        if (scale === undefined) continue;
        const expected = (row: number) => scale * product(row) + plus.values[row]!;
        if (!follows(own, { rows, expected, byChance: MAX_BY_CHANCE, units: 0.51 })) continue;
        const terms = [one, other].map(({ column }) => ({ column, factor: 1 as const }));
        const { column, decimals } = own;
        yield { kind: 'product', column, decimals, terms, scale, plus: plus.column };
      }
    }
}
