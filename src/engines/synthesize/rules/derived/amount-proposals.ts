import { isNull } from '../../../table/format-table.ts';
import type { Table } from '../../../table/table.ts';
import { amountCandidates } from '../laws/amount-candidates.ts';
import type { AmountCandidate, AmountLaw } from '../laws/amount-law.ts';
import type { AmountSamples } from '../laws/looked-at-amounts.ts';
import { sampleAmounts, samplesAt, spread } from '../laws/sample-amounts.ts';
import { NAMED_SCALES } from '../laws/simplest-scale.ts';
import { clampsOf } from './clamps.ts';
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
  const enough = MIN_CONSTANT * rows.length;
  const countOf = (matches: (row: number) => boolean) =>
    rows.reduce((count, row) => count + Number(matches(row)), 0);
  const few = [0, 0.3, 0.7].map((part) => rows[Math.floor(part * rows.length)]);
  if (few.some((row) => isNull(own, row)) && countOf((row) => isNull(own, row)) >= enough)
    return { formula: { kind: 'empty' } };
  if (own.kind !== 'number') return null;
  for (const value of new Set(few.map((row) => own.values[row])))
    if (countOf((row) => own.values[row] === value) >= enough)
      return { formula: { kind: 'constant', value } };
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

function clampedOf(
  table: Table,
  rows: Uint32Array,
  { samples, ...scope }: Scope & { samples: AmountSamples },
): Proposal[] {
  const { targets, allowed } = scope;
  const clamped = targets
    .map((own) => ({ own, clamps: clampsOf(table, { own, rows, allowed }) }))
    .filter(({ clamps }) => clamps.length > 0)
    .slice(0, MAX_CLAMPED);
  return clamped.flatMap(({ own, clamps }) =>
    clamps.flatMap(({ interior, isInterior, ...bounds }) => {
      const sampled = samplesAt(samples, isInterior);
      const within =
        sampled.rows < Math.min(MIN_SAMPLED, interior.length)
          ? samplesOf(table, spreadRows(interior), scope)
          : sampled;
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
 * @param options.isWhole true for all rows of the table, whose formulas without bounds are laws
 * @param options.isBounded false to leave out amounts between bounds, whose search takes long
 */
export function amountProposals(
  table: Table,
  {
    rows,
    isWhole,
    isBounded,
    ...scope
  }: Scope & { rows: Uint32Array; isWhole: boolean; isBounded: boolean },
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
  if (targets.length === 0) return constants;
  const samples = samplesOf(table, spreadRows(rows), scope);
  const open = { ...scope, targets, samples };
  return [
    ...constants,
    ...(isWhole ? [] : amountsOf(samples, targets)),
    ...(isWhole || isBounded ? clampedOf(table, rows, open) : []),
  ];
}
