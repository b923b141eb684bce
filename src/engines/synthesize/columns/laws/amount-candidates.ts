import { type AmountLaw, type AmountTerm, installmentOf, roundAmount } from './amount-law.ts';
import { type AmountSamples, type Amounts, holdsIn } from './looked-at-amounts.ts';

const MIN_ROWS_OF_TERM = 20;
/** Maximum share of rows that an unrelated law would match. */
const MAX_BY_CHANCE = 0.5;
const MAX_PAYMENTS = 600;

/** Constants in products of money, percentages, and parts of a year. */
const SCALES = [
  1,
  0.01,
  100,
  0.001,
  1000,
  1 / 12,
  12,
  1 / 1200,
  1200,
  1 / 360,
  1 / 365,
  1 / 36_000,
  1 / 36_500,
];
/** Factors from a rate column to the rate per period: share or percent, per period or year. */
const RATE_SCALES = [1 / 1200, 1 / 12, 1 / 100, 1];

const unitOf = ({ decimals }: Amounts) => 10 ** -decimals;

const decimalsOf = (parts: readonly Amounts[]) =>
  parts.reduce((most, { decimals }) => Math.max(most, decimals), 0);

function* choose<T>(list: readonly T[], count: number): Generator<readonly T[]> {
  const places = Array.from({ length: count }, (_, i) => i);
  while (count <= list.length) {
    yield places.map((place) => list[place]);
    let last = count - 1;
    while (last >= 0 && places[last] === list.length - count + last) last--;
    if (last < 0) return;
    places[last]++;
    for (let i = last + 1; i < count; i++) places[i] = places[i - 1] + 1;
  }
}

/** Returns true if a term is present in enough rows, and the sum matches nearly all of them. */
function isTermRelevant(part: Amounts, deviation: (row: number) => number, within: number) {
  let there = 0;
  let right = 0;
  part.values.forEach((value, row) => {
    if (value === 0 || Number.isNaN(deviation(row))) return;
    there++;
    if (Math.abs(deviation(row)) <= within) right++;
  });
  return there >= MIN_ROWS_OF_TERM && right >= 0.97 * there;
}

/**
 * Yields columns of which the largest is the sum of the others, some subtracted, or differs by a
 * constant from another. The largest is derived, so that errors do not grow.
 */
export function* sumCandidates(
  { rows, numbers }: AmountSamples,
  terms: number,
): Generator<AmountLaw> {
  const varying = numbers.filter(({ varies }) => varies).sort((a, b) => b.size - a.size);
  for (const parts of choose(varying, terms + 1)) {
    const within = 0.5 * 10 ** -decimalsOf(parts);
    for (let signs = 0; signs < 2 ** terms; signs++) {
      if (terms > 1 && breaksAtOnce(parts, signs, within)) continue;
      const factors = parts.map((_, i): 1 | -1 => (i > 0 && (signs >> (i - 1)) & 1 ? 1 : -1));
      const sumOf = (row: number) => {
        let sum = 0;
        for (let i = 0; i < parts.length; i++) sum += factors[i] * parts[i].values[row];
        return sum;
      };
      const apart = terms > 1 ? 0 : firstPresent(rows, sumOf);
      const missesBy = (row: number) => sumOf(row) - apart;
      if (!holdsIn(rows, { missesBy, within })) continue;
      if (!parts.every((part) => isTermRelevant(part, missesBy, within))) continue;
      const [own, ...others] = parts;
      const decimals = decimalsOf(parts);
      const summed = others.map(
        ({ column }, i): AmountTerm => ({ column, factor: factors[i + 1] }),
      );
      yield { kind: 'sum', column: own.column, decimals, terms: summed };
    }
  }
}

function breaksAtOnce(parts: readonly Amounts[], signs: number, within: number): boolean {
  for (let row = 0; row < 5; row++) {
    let sum = -parts[0].values[row];
    for (let i = 1; i < parts.length; i++) {
      const value = parts[i].values[row];
      sum += (signs >> (i - 1)) & 1 ? value : -value;
    }
    if (!(Math.abs(sum) > within)) return false;
  }
  return true;
}

const firstPresent = (rows: number, valueAt: (row: number) => number): number => {
  for (let row = 0; row < rows; row++) if (!Number.isNaN(valueAt(row))) return valueAt(row);
  return 0;
};

/** Returns true if a formula matches a column's values to one unit, and would not by chance. */
function follows(
  own: Amounts,
  { rows, says: expected }: { rows: number; says: (row: number) => number },
) {
  const within = 1.01 * unitOf(own);
  const missesBy = (row: number) => own.values[row] - roundAmount(expected(row), own.decimals);
  if (!holdsIn(rows, { missesBy, within })) return false;
  const half = rows >> 1;
  let tested = 0;
  let byChance = 0;
  for (let row = 0; row < rows; row++) {
    const other = own.values[(row + half) % rows] - expected(row);
    if (Number.isNaN(other)) continue;
    tested++;
    if (Math.abs(other) <= within) byChance++;
  }
  return byChance < MAX_BY_CHANCE * tested;
}

/** Returns the constant nearest to a quotient, within the rounding error; null if none is near. */
function nearestScale(quotient: number): number | null {
  if (!(quotient > 0)) return null;
  let nearest: number | null = null;
  let least = 0.02;
  for (const scale of SCALES) {
    const off = Math.abs(quotient / scale - 1);
    if (off >= least) continue;
    least = off;
    nearest = scale;
  }
  return nearest;
}

function largestRow({ values }: Amounts): number {
  let largest = 0;
  values.forEach((value, row) => {
    if (Math.abs(value) > Math.abs(values[largest]) || Number.isNaN(values[largest])) largest = row;
  });
  return largest;
}

/** Yields columns that are products or quotients of two or three others, times a constant. */
export function* productCandidates({ rows, numbers }: AmountSamples): Generator<AmountLaw> {
  for (const own of numbers) {
    if (!own.varies) continue;
    const others = numbers.filter((other) => other !== own);
    const largest = largestRow(own);
    for (const count of [2, 3])
      for (const parts of choose(others, count))
        for (const divided of [-1, ...parts.keys()]) {
          const productOf = (row: number) => {
            let product = 1;
            for (let i = 0; i < count; i++) {
              const value = parts[i].values[row];
              product = i === divided ? product / value : product * value;
            }
            return product;
          };
          const scale = nearestScale(own.values[largest] / productOf(largest));
          if (scale === null) continue;
          if (!follows(own, { rows, says: (row) => scale * productOf(row) })) continue;
          const terms = parts.map(
            ({ column }, i): AmountTerm => ({ column, factor: i === divided ? -1 : 1 }),
          );
          const { column, decimals } = own;
          yield { kind: 'product', column, decimals, terms, scale };
        }
  }
}

/** Yields columns that are the absolute amounts of another, which has both signs in enough rows. */
export function* magnitudeCandidates({ rows, numbers }: AmountSamples): Generator<AmountLaw> {
  const varying = numbers.filter(({ varies }) => varies);
  const countOf = ({ values }: Amounts, matches: (value: number) => boolean) =>
    values.reduce((count, value) => count + Number(matches(value)), 0);
  for (const other of varying) {
    const negative = countOf(other, (value) => value < 0);
    const positive = countOf(other, (value) => value > 0);
    if (Math.min(negative, positive) < MIN_ROWS_OF_TERM) continue;
    for (const own of varying) {
      const missesBy = (row: number) => own.values[row] - Math.abs(other.values[row]);
      if (own === other || !holdsIn(rows, { missesBy, within: 0.5 * unitOf(own) })) continue;
      yield { kind: 'magnitude', column: own.column, decimals: own.decimals, of: other.column };
    }
  }
}

/** Yields columns that repay another in equal payments at a rate. */
export function* installmentCandidates({
  rows,
  numbers,
  words,
}: AmountSamples): Generator<AmountLaw> {
  const counts = [...numbers, ...words].filter(({ values }) =>
    values.every((value) => !(value < 1 || value > MAX_PAYMENTS || value % 1 !== 0)),
  );
  const rates = numbers.filter(({ values }) =>
    values.every((value) => !(value < 0 || value > 100)),
  );
  for (const own of numbers) {
    if (!own.varies) continue;
    const amounts = numbers.filter(({ size, varies }) => varies && size > own.size);
    for (const amount of amounts)
      for (const rate of rates)
        for (const payments of counts) {
          if (new Set([own, amount, rate, payments]).size < 4) continue;
          for (const scale of RATE_SCALES) {
            const expected = (row: number) =>
              installmentOf(amount.values[row], rate.values[row] * scale, payments.values[row]);
            if (!follows(own, { rows, says: expected })) continue;
            const { column, decimals } = own;
            yield {
              kind: 'installment',
              column,
              decimals,
              amount: amount.column,
              rate: rate.column,
              payments: payments.column,
              scale,
            };
          }
        }
  }
}
