import type { RandomStream } from '../../random/stream.ts';
import { isNull } from '../../table/format-table.ts';
import type { Table } from '../../table/table.ts';
import type { Field } from '../codec/field.ts';
import type { ColumnPlan } from './column-plan.ts';

type Learned = { fields: readonly Field[]; codes: readonly Uint8Array[] };
type EntityThreshold = { threshold: number; entity: Int32Array | null };

/** Minimum share of the uncertainty that a field must explain. */
const MIN_TOLD = 0.2;

/** Rows of each code without a value, and with one. */
type Counts = { missing: Float64Array; present: Float64Array };

function countByCode(codes: Uint8Array, isMissing: Uint8Array, size: number): Counts {
  const missing = new Float64Array(size);
  const present = new Float64Array(size);
  codes.forEach((code, row) => {
    if (isMissing[row] === 1) missing[code]++;
    else present[code]++;
  });
  return { missing, present };
}

function entropy(missing: number, present: number): number {
  const part = (n: number) => (n === 0 ? 0 : n * Math.log(n / (missing + present)));
  return -part(missing) - part(present);
}

/** Returns the uncertainty of missing values given a field, in nats, corrected for chance. */
function conditionalEntropy({ missing, present }: Counts, rows: number): number {
  let codes = 0;
  let open = 0;
  missing.forEach((count, code) => {
    if (count + present[code] === 0) return;
    codes++;
    open += entropy(count, present[code]);
  });
  return open + ((codes - 1) / 2) * Math.log(rows);
}

/** Returns for each code whether enough entities are among its rows selected by a flag. */
function meetsThresholdByCode(
  { codes, picked, size }: { codes: Uint8Array; picked: (row: number) => boolean; size: number },
  { threshold, entity }: EntityThreshold,
): Uint8Array {
  const met = Array.from({ length: size }, () => new Set<number>());
  codes.forEach((code, row) => {
    const own = met[code];
    if (own.size < threshold && picked(row)) own.add(entity?.[row] ?? row);
  });
  return Uint8Array.from(met, ({ size: entities }) => (entities >= threshold ? 1 : 0));
}

function sharesOf(
  field: { codes: Uint8Array; size: number },
  {
    isMissing,
    nullShare,
    heldBy,
  }: { isMissing: Uint8Array; nullShare: number; heldBy: EntityThreshold },
): Float64Array {
  const { missing, present } = countByCode(field.codes, isMissing, field.size);
  const without = meetsThresholdByCode({ ...field, picked: (row) => isMissing[row] === 1 }, heldBy);
  const withOne = meetsThresholdByCode({ ...field, picked: (row) => isMissing[row] === 0 }, heldBy);
  return missing.map((count, code) => {
    if (without[code] === 1 && withOne[code] === 1) return count / (count + present[code]);
    return without[code] === withOne[code] ? nullShare : without[code];
  });
}

/** Adds missing-value shares to the plans of columns generated row by row. */
export function withMissingShares(
  table: Table,
  plans: readonly ColumnPlan[],
  { fields, codes, ...heldBy }: Learned & EntityThreshold,
): ColumnPlan[] {
  return plans.map((plan, i) => {
    const { made } = plan;
    if (made === null || made.kind === 'key' || made.kind === 'none') return plan;
    const { nullShare } = made;
    if (!(nullShare > 0 && nullShare < 1)) return plan;
    if (made.kind === 'reference' && made.parent >= 0) return plan;
    const isMissing = Uint8Array.from({ length: table.rows }, (_, row) =>
      isNull(table.columns[i], row) ? 1 : 0,
    );
    const missing = isMissing.reduce((sum, flag) => sum + flag, 0);
    let least = (1 - MIN_TOLD) * entropy(missing, table.rows - missing);
    let best = -1;
    fields.forEach(({ codec: { size } }, f) => {
      const open = conditionalEntropy(countByCode(codes[f], isMissing, size), table.rows);
      if (open >= least) return;
      least = open;
      best = f;
    });
    if (best < 0) return plan;
    const field = { codes: codes[best], size: fields[best].codec.size };
    return {
      ...plan,
      missing: { field: best, shares: sharesOf(field, { isMissing, nullShare, heldBy }) },
    };
  });
}

/**
 * Returns the share of missing values in each row of a generated column; constant if no field
 * predicts it.
 *
 * @param codes of the modeled fields; null if they are not drawn first
 */
export function missingShare(
  { made, missing }: ColumnPlan,
  codes: readonly Uint8Array[] | null,
): (row: number) => number {
  if (missing !== undefined && codes !== null)
    return (row) => missing.shares[codes[missing.field][row]];
  const nullShare = made !== null && 'nullShare' in made ? made.nullShare : 0;
  return () => nullShare;
}

/** Returns whether a row's value is missing, if a modeled field predicts it; otherwise null. */
export const missingRows = (
  { missing }: ColumnPlan,
  share: (row: number) => number,
  stream: RandomStream,
): ((row: number) => boolean) | null =>
  missing === undefined ? null : (row) => stream.float() < share(row);
