import type { NumberColumn } from '../../table/table.ts';
import { sharedBounds } from '../codec/fit-number-codec.ts';
import type { KindAmounts } from '../model/sequence-core.ts';
import type { Kinds } from './find-kinds.ts';

/** Minimum rows of a kind, and maximum share of its rarer sign, for its sign to be held. */
const MIN_ROWS = 20;
const MAX_RARE = 0.02;

/** Returns the probability of a negative amount if one sign is rare; NaN otherwise. */
function negativeShare(values: Float64Array, entity: Int32Array, threshold: number): number {
  const seen = { negative: 0, positive: 0 };
  const entities = { negative: new Set<number>(), positive: new Set<number>() };
  values.forEach((value, row) => {
    if (!(Math.abs(value) > 0)) return;
    const sign = value < 0 ? 'negative' : 'positive';
    seen[sign]++;
    if (entities[sign].size < threshold) entities[sign].add(entity[row]);
  });
  const rows = seen.negative + seen.positive;
  const rare = seen.negative < seen.positive ? 'negative' : 'positive';
  if (rows < MIN_ROWS || seen[rare] > MAX_RARE * rows) return Number.NaN;
  const share = entities[rare].size < threshold ? 0 : seen[rare] / rows;
  return rare === 'negative' ? share : 1 - share;
}

/** Learns the range of each kind's amounts, and the sign of kinds that nearly always have one. */
export function fitKindAmounts(
  { values, decimals }: Pick<NumberColumn, 'values' | 'decimals'>,
  { kinds, entity }: { kinds: Kinds; entity: Int32Array },
  threshold: number,
): KindAmounts {
  const rowsOf: number[][] = Array.from({ length: kinds.count }, () => []);
  kinds.of.forEach((kind, row) => {
    if (!Number.isNaN(values[row])) rowsOf[kind].push(row);
  });
  const own = rowsOf.map((rows) => ({
    values: Float64Array.from(rows, (row) => values[row]),
    entity: Int32Array.from(rows, (row) => entity[row]),
  }));
  const ranges = own.map((input) => sharedBounds({ ...input, decimals }, threshold));
  return {
    negative: Float64Array.from(own, (input) =>
      negativeShare(input.values, input.entity, threshold),
    ),
    low: Float64Array.from(ranges, ({ low }) => low),
    high: Float64Array.from(ranges, ({ high }) => high),
  };
}

/** Returns true if a kind may have an amount; a missing one, and kinds without range, always may. */
export function fitsKind(
  { negative, low, high }: KindAmounts,
  { kind, amount, chance }: { kind: number; amount: number; chance: number },
): boolean {
  if (!(Math.abs(amount) > 0)) return true;
  const share = negative[kind];
  if (!Number.isNaN(share) && amount < 0 !== chance < share) return false;
  // Of a kind with a rare sign, the range is that of both.
  return !(amount < low[kind] || amount > high[kind]);
}
