import { countedRules, findRules, type RuleCount, thresholdOf } from '../../synthesize/index.ts';
import { entityIndex } from '../../table/sequence-shape.ts';
import type { Column, Table } from '../../table/table.ts';
import type { MeasuredColumn } from '../measured-columns.ts';
import { STANDARD_ERRORS } from './forms.ts';

export type RuleScore = {
  kind: 'formula' | 'calendar' | 'belonging' | 'order';
  rule: string;
  /** Share of the rows that it is about that keep it; null for fewer than 20 rows. */
  real: number | null;
  synthetic: number | null;
  holdout: number | null;
};

const MIN_ROWS = 20;
const TOLERANCE = 0.005;
const BROKEN = 0.9;

function emptyOf(column: Column, rows: number): Column {
  return column.kind === 'category'
    ? { ...column, codes: new Int32Array(rows).fill(-1) }
    : { ...column, values: new Float64Array(rows).fill(Number.NaN) };
}

/** Returns the columns of another table in the order of the real one; empty if it lacks them. */
const alignedTo = (real: Table, { rows, columns }: Table): Table => ({
  rows,
  columns: real.columns.map((own) => {
    const other = columns.find(({ name }) => name === own.name);
    return other?.kind === own.kind ? other : emptyOf(own, rows);
  }),
});

const shareOf = ({ rows, kept }: RuleCount): number | null =>
  rows < MIN_ROWS ? null : kept / rows;

/**
 * Finds rules among the real rows, as a fit does, and counts the rows of each side that keep them.
 *
 * @param options.roles of the real columns; only features have rules
 * @param options.entity column that identifies customers or accounts
 */
export function ruleScores(
  real: Table,
  { synthetic, holdout }: { synthetic: Table; holdout: Table | undefined },
  { roles, entity }: { roles: readonly MeasuredColumn[]; entity: string | undefined },
): RuleScore[] {
  const owner = real.columns.find(({ name }) => name === entity);
  const rules = findRules(
    real,
    real.columns.map(({ name }) =>
      roles.some((column) => column.name === name && column.role === 'feature'),
    ),
    {
      threshold: thresholdOf('balanced'),
      time: null,
      excluded: new Set(),
      inHistories: owner !== undefined,
      entity: owner === undefined ? null : entityIndex(owner).of,
    },
  );
  const [other, kept] = [synthetic, holdout].map((table) => table && alignedTo(real, table));
  const entityOf =
    owner === undefined
      ? null
      : ({ columns }: Table) => entityIndex(columns[real.columns.indexOf(owner)]).of;
  return countedRules(rules, real.columns, entityOf).map(({ kind, sentence, count }) => ({
    kind,
    rule: sentence,
    real: shareOf(count(real)),
    synthetic: other === undefined ? null : shareOf(count(other)),
    holdout: kept === undefined ? null : shareOf(count(kept)),
  }));
}

/** Returns the rule that synthetic rows break most; null if none is worse than chance allows. */
export function worstRule(
  rules: readonly RuleScore[],
  rows: number,
): { rule: string; share: number; expected: number } | null {
  let worst: { rule: string; share: number; expected: number } | null = null;
  for (const { rule, real, synthetic, holdout } of rules) {
    if (real === null || synthetic === null) continue;
    const expected = Math.min(real, holdout ?? 1);
    const error = Math.sqrt((expected * (1 - expected)) / Math.max(1, rows));
    if (synthetic >= expected - TOLERANCE - STANDARD_ERRORS * error) continue;
    if (worst === null || synthetic / expected < worst.share / worst.expected)
      worst = { rule, share: synthetic, expected };
  }
  return worst;
}

/** Caps a score by its most broken rule: below a half if one in ten rows that keep it is lost. */
export function cappedByRules(
  score: number | null,
  rules: readonly RuleScore[],
  rows: number,
): number | null {
  const worst = worstRule(rules, rows);
  if (score === null || worst === null) return score;
  const kept = worst.share / worst.expected;
  return Math.min(score, kept < BROKEN ? kept / 2 : kept);
}
