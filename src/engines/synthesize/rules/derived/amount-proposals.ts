import { isNull } from '../../../table/format-table.ts';
import type { Column, NumberColumn, Table } from '../../../table/table.ts';
import { amountCandidates } from '../laws/amount-candidates.ts';
import type { AmountCandidate, AmountLaw } from '../laws/amount-law.ts';
import type { AmountSamples } from '../laws/looked-at-amounts.ts';
import {
  MIN_DISTINCT,
  placesIn,
  sampleAmounts,
  samplesAt,
  spread,
} from '../laws/sample-amounts.ts';
import { NAMED_SCALES } from '../laws/simplest-scale.ts';
import { valueCodes } from '../laws/value-codes.ts';
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

/** Returns true if at most `most` rows have a value. */
function areNull(own: Column, rows: Uint32Array, most: number): boolean {
  let others = 0;
  for (let i = 0; i < rows.length; i++) if (!isNull(own, rows[i]) && ++others > most) return false;
  return true;
}

/** Returns true if at most `most` rows have another value. */
function areEqual(
  { values, rows, to }: { values: Float64Array; rows: Uint32Array; to: number },
  most: number,
): boolean {
  let others = 0;
  for (let i = 0; i < rows.length; i++) if (values[rows[i]] !== to && ++others > most) return false;
  return true;
}

/** Returns the value, or missing value, of nearly all rows; null if there is none. */
function constantRule(table: Table, column: number, rows: Uint32Array): Rule | null {
  const own = table.columns[column];
  const most = rows.length - Math.ceil(MIN_CONSTANT * rows.length);
  const few = [0, 0.3, 0.7].map((part) => rows[Math.floor(part * rows.length)]);
  if (few.some((row) => isNull(own, row)) && areNull(own, rows, most))
    return { formula: { kind: 'empty' } };
  if (own.kind !== 'number') return null;
  const { values } = own;
  const [value] = few.flatMap((row, i) =>
    few.findIndex((other) => values[other] === values[row]) === i &&
    areEqual({ values, rows, to: values[row] }, most)
      ? [values[row]]
      : [],
  );
  return value === undefined ? null : { formula: { kind: 'constant', value } };
}

/** Rank of a sum that derives one of its smaller columns, as a rest. */
export const REST = 6;

/** Ranks formulas of some rows: fewer columns, then sums before products, then quotients. */
function rankIn({ law, isLargest }: AmountCandidate): number {
  if (law.kind === 'magnitude') return 2;
  if (law.kind === 'installment' || law.kind === 'ratio') return 4;
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

/** Returns the rows of a group that are sampled. */
const sampledRows = (rows: Uint32Array): Uint32Array =>
  spread(rows.length, LOOKED_AT_ROWS).map((i) => rows[i]);

/** Half of the rows of a group, and evenly spread ones of them with their samples. */
export type Half = { rows: Uint32Array; some: Uint32Array; samples: () => AmountSamples };

/** Returns every second row, beginning with the first. */
function evenOf(rows: Uint32Array): Uint32Array {
  const even = new Uint32Array(Math.ceil(rows.length / 2));
  for (let i = 0; i < even.length; i++) even[i] = rows[2 * i];
  return even;
}

/** Returns half of the rows of a group, in which formulas are found. */
export function halfOf(table: Table, group: Uint32Array, scope: Scope): Half {
  const rows = evenOf(group);
  const some = sampledRows(rows);
  let samples: AmountSamples | null = null;
  return {
    rows,
    some,
    samples: () => {
      samples ??= samplesOf(table, some, scope);
      return samples;
    },
  };
}

function amountsOf(samples: AmountSamples, targets: readonly number[]): Proposal[] {
  const only = targets.length === 1 ? targets[0] : undefined;
  const wanted = new Set(targets);
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

/** Returns true if a column has at least five different values in some rows, as one derived has. */
function varies({ columns }: Table, column: number, rows: Uint32Array): boolean {
  const { values } = columns[column] as NumberColumn;
  const { codes } = valueCodes(values);
  const met: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]];
    if (met.includes(code) || Number.isNaN(values[rows[i]])) continue;
    if (met.push(code) >= MIN_DISTINCT) return true;
  }
  return false;
}

/** Samples the rows between bounds of a column; null if it has few values there. */
function samplesBetween(
  table: Table,
  { isInterior, interiorRows }: Clamp,
  { own, half, ...scope }: Scope & { own: number; half: Half },
): AmountSamples | null {
  const inside = half.some.filter(isInterior);
  if (inside.length < Math.min(MIN_SAMPLED, interiorRows)) {
    const some = sampledRows(half.rows.filter(isInterior));
    return varies(table, own, some) ? samplesOf(table, some, scope) : null;
  }
  if (!varies(table, own, inside)) return null;
  const samples = half.samples();
  return samplesAt(samples, placesIn(samples, isInterior));
}

function clampedOf(table: Table, { half, ...scope }: Scope & { half: Half }): Proposal[] {
  const { targets, allowed } = scope;
  const looked = clampRows(table, half.rows);
  const clamped: { own: number; clamps: Clamp[] }[] = [];
  for (const own of targets) {
    if (!varies(table, own, half.rows)) continue;
    const clamps = clampsOf(table, { ...looked, own, allowed });
    if (clamps.length > 0) clamped.push({ own, clamps });
    if (clamped.length === MAX_CLAMPED) break;
  }
  return clamped.flatMap(({ own, clamps }) =>
    clamps.flatMap((clamp) => {
      const { isInterior: _, interiorRows: __, ...bounds } = clamp;
      const within = samplesBetween(table, clamp, { ...scope, own, half });
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
 * @param options.half rows that formulas are found in; the others of the group confirm them
 * @param options.isWhole true for all rows of the table, whose formulas without bounds are laws
 * @param options.isBounded false to leave out amounts between bounds, whose search takes long
 */
export function amountProposals(
  table: Table,
  {
    half,
    isWhole,
    isBounded,
    ...scope
  }: Scope & { half: Half; isWhole: boolean; isBounded: boolean },
): Proposal[] {
  const constants = isWhole
    ? []
    : scope.targets.flatMap((column): Proposal[] => {
        const rule = constantRule(table, column, half.rows);
        return rule === null ? [] : [{ column, rank: 0, rule }];
      });
  const settled = new Set(constants.map(({ column }) => column));
  const targets = scope.targets.filter(
    (column) => table.columns[column].kind === 'number' && !settled.has(column),
  );
  if (targets.length === 0 || scope.allowed.length === 0) return constants;
  const isOpen = !isWhole && targets.some((column) => varies(table, column, half.some));
  return [
    ...constants,
    ...(isOpen ? amountsOf(half.samples(), targets) : []),
    ...(isWhole || isBounded ? clampedOf(table, { ...scope, targets, half }) : []),
  ];
}
