import { firstNotBelow } from '../../../table/search-sorted.ts';
import type { AmountLaw } from './amount-law.ts';
import { type AmountSamples, type Amounts, unitOf } from './looked-at-amounts.ts';
import { follows, MAX_BY_CHANCE_OF_ANY } from './product-candidates.ts';

/** Shares and percentages. */
const SCALES = [1, 100];
const MIN_DISTINCT = 20;
const PROBES = 6;
/** Minimum share of rows in which each term counts. */
const MIN_COUNTED = 0.2;

type Probe = { rows: number[]; sorted: Float64Array; places: number[] };

/** Returns rows in which a column has values other than 0, and all columns by theirs in the first. */
function probeOf(own: Amounts, numbers: readonly Amounts[], rows: number): Probe | null {
  const found: number[] = [];
  for (let row = 0; row < rows && found.length < PROBES; row++)
    if (Math.abs(own.values[row]!) > 0) found.push(row);
  if (found.length < PROBES) return null;
  const first = found[0]!;
  const places = Array.from(numbers.keys())
    .filter((i) => !Number.isNaN(numbers[i]!.values[first]!))
    .sort((i, j) => numbers[i]!.values[first]! - numbers[j]!.values[first]!);
  return {
    rows: found,
    sorted: Float64Array.from(places, (i) => numbers[i]!.values[first]!),
    places,
  };
}

type Ratio = { first: Amounts; second: Amounts; sign: 1 | -1; by: Amounts; scale: number };

const ratioAt = ({ first, second, sign, by, scale }: Ratio, row: number): number =>
  (scale * (first.values[row]! + sign * second.values[row]!)) / by.values[row]!;

/** Returns true if leaving out either term changes the column's value in enough rows. */
function termsCount(own: Amounts, { first, second, by, scale }: Ratio, rows: number): boolean {
  return [first, second].every((term) => {
    let [met, counted] = [0, 0];
    for (let row = 0; row < rows; row++) {
      const part = (scale * term.values[row]!) / by.values[row]!;
      if (Number.isNaN(own.values[row]! + part)) continue;
      met++;
      if (Math.abs(part) > unitOf(own)) counted++;
    }
    return counted >= MIN_COUNTED * met;
  });
}

/** Returns sums or differences over another column that match a column in the probes. */
function* ratiosIn(own: Amounts, numbers: readonly Amounts[], probe: Probe): Generator<Ratio> {
  const { rows, sorted, places } = probe;
  for (const by of numbers)
    for (const scale of SCALES) {
      if (by === own || !by.varies) continue;
      const wanted = rows.map((row) => (own.values[row]! * by.values[row]!) / scale);
      const within = rows.map((row) => (0.51 * unitOf(own) * Math.abs(by.values[row]!)) / scale);
      if (wanted.some(Number.isNaN)) continue;
      for (const first of numbers) {
        if (first === own) continue;
        for (const sign of [1, -1] as const) {
          const rest = sign * (wanted[0]! - first.values[rows[0]!]!);
          const end = rest + within[0]!;
          for (
            let i = firstNotBelow(sorted, { value: rest - within[0]! });
            sorted[i]! <= end;
            i++
          ) {
            const second = numbers[places[i]!]!;
            if (second === own || second === first) continue;
            // Of a sum, each pair once.
            if (sign > 0 && (first === by || second === by || second.column < first.column))
              continue;
            const ratio = { first, second, sign, by, scale };
            const isMet = rows.every(
              (row, k) =>
                Math.abs(first.values[row]! + sign * second.values[row]! - wanted[k]!) <=
                within[k]!,
            );
            if (isMet) yield ratio;
          }
        }
      }
    }
}

/**
 * Yields columns that are a sum or difference of two others over a third, as a share or a percentage:
 * debts and a payment by the income, price less cost by the cost.
 *
 * @param known columns that other rules derive
 */
export function* ratioCandidates(
  { rows, numbers }: AmountSamples,
  known: Pick<ReadonlyMap<number, unknown>, 'has'>,
): Generator<AmountLaw> {
  for (const own of numbers) {
    if (known.has(own.column) || own.distinct < MIN_DISTINCT) continue;
    const probe = probeOf(own, numbers, rows);
    if (probe === null) continue;
    for (const ratio of ratiosIn(own, numbers, probe)) {
      const expected = (row: number) => ratioAt(ratio, row);
      if (!follows(own, { rows, expected, byChance: MAX_BY_CHANCE_OF_ANY })) continue;
      if (!termsCount(own, ratio, rows)) continue;
      const { first, second, sign, by, scale } = ratio;
      const terms = [
        { column: first.column, factor: 1 as const },
        { column: second.column, factor: sign },
      ];
      const { column, decimals } = own;
      yield { kind: 'ratio', column, decimals, terms, by: by.column, scale };
    }
  }
}
