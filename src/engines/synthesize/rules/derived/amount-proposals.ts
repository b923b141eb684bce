import { isNull } from '../../../table/format-table.ts';
import type { NumberColumn, Table } from '../../../table/table.ts';
import { amountCandidates } from '../laws/amount-candidates.ts';
import type { AmountCandidate, AmountLaw } from '../laws/amount-law.ts';
import type { AmountSamples } from '../laws/looked-at-amounts.ts';
import {
  MIN_DISTINCT,
  placesIn,
  sampleAmounts,
  samplesAt,
  spread,
  valuesAt,
} from '../laws/sample-amounts.ts';
import { NAMED_SCALES } from '../laws/simplest-scale.ts';
import { type Clamp, clampRows, clampsOf } from './clamps.ts';
import type { Rule } from './confirm.ts';

/** Formula of a column in some rows; a low rank is preferred. */
export type Proposal = { column: number; rank: number; rule: Rule };

const LOOKED_AT_ROWS = 300;
const MIN_CONSTANT = 0.99;
/** Clamped formulas come after all others of their rank. */
const CLAMPED = 0.5;
/** Number of columns with bounds that are looked at in a group of a wide table. */
const MAX_CLAMPED = 40;

/** Returns the value, or missing value, of nearly all rows; null if there is none. */
function constantRule(table: Table, column: number, rows: Uint32Array): Rule | null {
  const own = table.columns[column];
  const most = rows.length - Math.ceil(MIN_CONSTANT * rows.length);
  const few = [0, 0.3, 0.7].map((part) => rows[Math.floor(part * rows.length)]);
  if (few.some((row) => isNull(own, row))) {
    let others = 0;
    for (const row of rows) if (!isNull(own, row) && ++others > most) break;
    if (others <= most) return { formula: { kind: 'empty' } };
  }
  if (own.kind !== 'number') return null;
  const { values } = own;
  for (const value of new Set(few.map((row) => values[row]))) {
    let others = 0;
    for (const row of rows) if (values[row] !== value && ++others > most) break;
    if (others <= most) return { formula: { kind: 'constant', value } };
  }
  return null;
}

/** Rank of a sum that derives one of its smaller columns, as a rest. */
export const REST = 6;

/** Ranks formulas of some rows: fewer columns, then sums before products, then quotients. */
function rankIn({ law, isLargest }: AmountCandidate): number {
  if (law.kind === 'magnitude') return 2;
  if (law.kind === 'installment') return 4;
  if (law.kind === 'sum') return law.terms.length === 1 ? 1 : isLargest ? 3 : REST;
  if (law.terms.length === 1) return law.offset === undefined ? 2 : 3;
  return law.terms.some(({ factor }) => factor < 0) ? 5 : 4;
}

/** Returns false for the reverse of a share, whose constant has many digits. */
const hasShortScale = (law: AmountLaw): boolean =>
  law.kind !== 'product' || NAMED_SCALES.includes(law.scale) || isShort(law.scale);

const isShort = (scale: number): boolean => Number(scale.toPrecision(5)) === scale;

const ruleOf = ({
  column: _,
  decimals: __,
  ...formula
}: ReturnType<typeof amountCandidates>[number]['law']): Rule => ({ formula });

/** Columns that rules may derive, and number columns that they may read. */
export type Scope = { targets: readonly number[]; allowed: readonly number[] };

/** Samples the number columns that formulas may read. */
function samplesOf(table: Table, rows: Uint32Array, { allowed }: Scope): AmountSamples {
  const read = new Set(allowed.filter((column) => table.columns[column].kind === 'number'));
  return sampleAmounts(table, (column) => read.has(column), rows);
}

const spreadRows = (rows: Uint32Array): Uint32Array =>
  spread(rows.length, LOOKED_AT_ROWS).map((i) => rows[i]);

/** Samples the rows of a group for formulas of amounts. */
export const sampleGroup = (table: Table, rows: Uint32Array, scope: Scope): AmountSamples =>
  samplesOf(table, spreadRows(rows), scope);

function amountsOf(samples: AmountSamples, targets: readonly number[]): Proposal[] {
  const only = targets.length === 1 ? targets[0] : undefined;
  const wanted = new Set(targets);
  // No formula derives a column of a few values.
  if (!samples.numbers.some(({ column, varies }) => varies && wanted.has(column))) return [];
  return amountCandidates(samples, { isWhole: false, only })
    .filter(({ law }) => wanted.has(law.column) && hasShortScale(law))
    .map((candidate) => ({
      column: candidate.law.column,
      rank: rankIn(candidate),
      rule: ruleOf(candidate.law),
    }));
}

/** Returns false for a share between two bounds, which few rows inside them show. */
const isPlausible = ({ rule: { formula, low, high } }: Proposal): boolean =>
  low === undefined || high === undefined || formula.kind !== 'product' || formula.terms.length > 1;

/** Minimum sampled rows between bounds; of fewer, further ones are sampled. */
const MIN_SAMPLED = 100;

/** Returns true if a column has at least five different values in some rows. */
function varies(values: Float64Array, rows: Uint32Array): boolean {
  const met = new Set<number>();
  for (const row of rows)
    if (!Number.isNaN(values[row]) && met.add(values[row]).size >= MIN_DISTINCT) return true;
  return false;
}

/** Samples the rows between bounds of a column; null if it has few values there. */
function samplesBetween(
  table: Table,
  { isInterior, interiorRows }: Clamp,
  { own, rows, samples, ...scope }: Scope & Bounded & { own: number },
): AmountSamples | null {
  const { values } = table.columns[own] as NumberColumn;
  const places = placesIn(samples, isInterior);
  if (places.length >= Math.min(MIN_SAMPLED, interiorRows))
    return varies(values, valuesAt({ values: samples.at }, places))
      ? samplesAt(samples, places)
      : null;
  const some = spreadRows(rows.filter(isInterior));
  return varies(values, some) ? samplesOf(table, some, scope) : null;
}

type Bounded = { rows: Uint32Array; samples: AmountSamples };

function clampedOf(table: Table, scope: Scope & Bounded): Proposal[] {
  const { targets, allowed } = scope;
  const looked = clampRows(table, scope.rows);
  const clamped: { own: number; clamps: Clamp[] }[] = [];
  for (const own of targets) {
    const clamps = clampsOf(table, { ...looked, own, allowed });
    if (clamps.length > 0) clamped.push({ own, clamps });
    if (clamped.length === MAX_CLAMPED) break;
  }
  return clamped.flatMap(({ own, clamps }) =>
    clamps.flatMap((clamp) => {
      const { isInterior: _, interiorRows: __, ...bounds } = clamp;
      const within = samplesBetween(table, clamp, { ...scope, own });
      if (within === null) return [];
      return amountsOf(within, [own]).flatMap(({ column, rank, rule }) => {
        const bounded = { column, rank: rank + CLAMPED, rule: { ...rule, ...bounds } };
        return isPlausible(bounded) ? [bounded] : [];
      });
    }),
  );
}

/**
 * Proposes formulas for columns in some rows: no value, a constant, amounts of other columns, and
 * such amounts between bounds.
 *
 * @param options.rows half of the rows that the formula is about; the others confirm it
 * @param options.samples samples those rows
 * @param options.isWhole true for all rows of the table, whose formulas without bounds are laws
 * @param options.isBounded false to leave out amounts between bounds, whose search takes long
 */
export function amountProposals(
  table: Table,
  {
    rows,
    samples: sample,
    isWhole,
    isBounded,
    ...scope
  }: Scope & {
    rows: Uint32Array;
    samples: () => AmountSamples;
    isWhole: boolean;
    isBounded: boolean;
  },
): Proposal[] {
  const constants = isWhole
    ? []
    : scope.targets.flatMap((column): Proposal[] => {
        const rule = constantRule(table, column, rows);
        return rule === null ? [] : [{ column, rank: 0, rule }];
      });
  const settled = new Set(constants.map(({ column }) => column));
  const targets = scope.targets.filter(
    (column) => table.columns[column].kind === 'number' && !settled.has(column),
  );
  if (targets.length === 0 || scope.allowed.length === 0) return constants;
  const samples = sample();
  return [
    ...constants,
    ...(isWhole ? [] : amountsOf(samples, targets)),
    ...(isWhole || isBounded ? clampedOf(table, { ...scope, targets, rows, samples }) : []),
  ];
}
