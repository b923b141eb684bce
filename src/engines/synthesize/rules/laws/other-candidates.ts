import { type AmountLaw, installmentOf } from './amount-law.ts';
import {
  type AmountSamples,
  type Amounts,
  derivable,
  holdsIn,
  type SearchedAmounts,
  unitOf,
} from './looked-at-amounts.ts';
import { follows } from './product-candidates.ts';
import { forNear, probeSets, sortValues } from './sorted-values.ts';

const MIN_ROWS_OF_SIGN = 20;
const MAX_PAYMENTS = 600;
const MAX_TERMS = 60;
const SETS = 3;
/** Factors from a rate column to the rate per period: share or percent, per period or year. */
const RATE_SCALES = [1 / 1200, 1 / 12, 1 / 100, 1];

/** Yields columns that are the absolute amounts of another, which has both signs in enough rows. */
export function* magnitudeCandidates(
  samples: AmountSamples,
  searched: SearchedAmounts,
): Generator<AmountLaw> {
  const { rows, numbers } = samples;
  const targets = derivable(samples, searched).filter(({ varies }) => varies);
  for (const other of numbers) {
    if (!other.varies || other.rarerSign < MIN_ROWS_OF_SIGN) continue;
    for (const own of targets) {
      const missesBy = (row: number) => own.values[row] - Math.abs(other.values[row]);
      if (own === other || !holdsIn(rows, { missesBy, within: 0.5 * unitOf(own) })) continue;
      yield { kind: 'magnitude', column: own.column, decimals: own.decimals, of: other.column };
    }
  }
}

type Payment = { own: Amounts; amount: Amounts };

/** Returns pairs of a column and a larger one, which equal payments may repay. */
function paymentsOf(numbers: readonly Amounts[]): Payment[] {
  const varying = numbers.filter(({ varies }) => varies);
  return varying.flatMap((own) =>
    varying.filter(({ size }) => size > own.size).map((amount) => ({ own, amount })),
  );
}

/** Yields columns that repay another in equal payments at a rate. */
export function* installmentCandidates({
  rows,
  numbers,
  words,
}: AmountSamples): Generator<AmountLaw> {
  const counts = [...numbers, ...words].filter(
    ({ values, distinct }) =>
      distinct <= MAX_TERMS &&
      values.every((value) => !(value < 1 || value > MAX_PAYMENTS || value % 1 !== 0)),
  );
  const rates = numbers.filter(({ values }) =>
    values.every((value) => !(value < 0 || value > 100)),
  );
  if (counts.length === 0 || rates.length === 0) return;
  const payments = paymentsOf(numbers);
  const found = new Map<string, AmountLaw>();
  for (const [row] of probeSets(rows, { sets: SETS, size: 1 })) {
    const parts = sortValues(
      Float64Array.from(payments, ({ own, amount }) => own.values[row] / amount.values[row]),
    );
    for (const rate of rates)
      for (const term of counts)
        for (const scale of RATE_SCALES) {
          const part = installmentOf(1, rate.values[row] * scale, term.values[row]);
          if (!(part > 0)) continue;
          forNear(parts, { value: part, within: 0.002 * part }, (place) => {
            const { own, amount } = payments[place];
            const all = [own, amount, rate, term];
            const key = [...all.map(({ column }) => column), scale].join();
            if (found.has(key) || new Set(all).size < all.length) return;
            const expected = (at: number) =>
              installmentOf(amount.values[at], rate.values[at] * scale, term.values[at]);
            if (!follows(own, { rows, expected })) return;
            found.set(key, {
              kind: 'installment',
              column: own.column,
              decimals: own.decimals,
              amount: amount.column,
              rate: rate.column,
              payments: term.column,
              scale,
            });
          });
        }
  }
  yield* found.values();
}
