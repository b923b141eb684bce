import { isNull } from '../../../table/format-table.ts';
import type { Table } from '../../../table/table.ts';
import { type Case, caseAt, keeperOf } from './derived-column.ts';
import { sourcesOfFormula } from './formula.ts';
import type { Group } from './word-groups.ts';

/** Minimum share of the rows of either part that keep a rule, and rows of each. */
const MIN_SHARE = 0.995;
const MIN_ROWS = 50;
/** Maximum share of other rows that keep it by chance. */
const MAX_OUTSIDE = 0.95;
/** Minimum evidence against chance, as the logarithm of its probability. */
const MIN_EVIDENCE = 30;

export type Rule = Omit<Case, 'where' | 'share'>;

export type Looked = {
  table: Table;
  /** Entity of each row; null if each row is one. */
  entity: Int32Array | null;
  /** Minimum number of entities that a rule is drawn from. */
  threshold: number;
};

/** Rows that a bound must change. */
const MIN_BOUND_ROWS = 10;
const MIN_BOUND_SHARE = 0.005;

type Counts = { rows: number; kept: number };

const shareOf = ({ rows, kept }: Counts) => (rows === 0 ? 1 : kept / rows);

/** Returns true if so many rows would hardly keep a rule that others keep at a rate. */
const isEvident = (rows: number, { kept, rows: others }: Counts) =>
  -rows * Math.log(Math.max(kept, 1) / Math.max(others, 1)) >= MIN_EVIDENCE;

/** Counts how many rows have the value that the rule gives the row half the group further. */
function countByChance(
  rule: Rule,
  { table }: Looked,
  { column, decimals, rows }: { column: number; decimals: number; rows: Uint32Array },
): Counts {
  const own = table.columns[column];
  if (own.kind === 'category') return { rows: 1, kept: 0 };
  const expected = caseAt(rule, table, decimals);
  const within = own.kind === 'datetime' ? 0 : 1.01 * 10 ** -decimals;
  const half = rows.length >> 1;
  let kept = 0;
  for (let i = 0; i < rows.length; i++) {
    const other = own.values[rows[(i + half) % rows.length]];
    if (Math.abs(other - expected(rows[i])) <= within) kept++;
  }
  return { rows: rows.length, kept };
}

/** Returns true if each bound of a rule changes its result in enough of the rows. */
function areNeeded(
  { formula, low, high }: Rule,
  { table }: Looked,
  { decimals, rows }: { decimals: number; rows: Uint32Array },
): boolean {
  const whole = caseAt({ formula, low, high }, table, decimals);
  const most = Math.max(MIN_BOUND_ROWS, MIN_BOUND_SHARE * rows.length);
  const differs = (part: Rule) => {
    const value = caseAt(part, table, decimals);
    let changed = 0;
    for (let i = 0; i < rows.length; i++)
      if (value(rows[i]) !== whole(rows[i]) && ++changed > most) return true;
    return false;
  };
  return (
    (low === undefined || differs({ formula, high })) &&
    (high === undefined || differs({ formula, low }))
  );
}

/** Reports whether a row keeps a rule, and whether the rule is about it. */
type Tests = { keeps: (row: number) => boolean; isAbout: (row: number) => boolean };

/** Counts every second row of a group; null once more than `most` break the rule. */
function countHalf(
  members: Uint32Array,
  { keeps, isAbout }: Tests,
  { start, most }: { start: number; most: number },
): Counts | null {
  const counts = { rows: 0, kept: 0 };
  for (let i = start; i < members.length; i += 2) {
    if (keeps(members[i])) counts.kept++;
    else if (!isAbout(members[i])) continue;
    if (++counts.rows - counts.kept > most) return null;
  }
  return counts;
}

function hasHolders(
  members: Uint32Array,
  keeps: Tests['keeps'],
  { entity, threshold }: Pick<Looked, 'entity' | 'threshold'>,
): boolean {
  const holders = new Set<number>();
  for (let i = 0; i < members.length && holders.size < threshold; i++)
    if (keeps(members[i])) holders.add(entity?.[members[i]] ?? members[i]);
  return holders.size >= threshold;
}

/** Counts the rows outside a group, whose rows are in ascending order. */
function countOutside(rows: number, members: Uint32Array, { keeps, isAbout }: Tests): Counts {
  const counts = { rows: 0, kept: 0 };
  let next = 0;
  for (let row = 0; row < rows; row++) {
    if (row === members[next]) {
      next++;
      continue;
    }
    if (keeps(row)) counts.kept++;
    else if (!isAbout(row)) continue;
    counts.rows++;
  }
  return counts;
}

/**
 * Confirms a rule found on the even rows of a group by its odd rows: 99.5 % of at least 50 keep it,
 * other rows do not, and neither would exchanged ones.
 *
 * @returns the share of the group's rows that keep it; null if it is not confirmed
 */
export function confirm(
  rule: Rule,
  looked: Looked,
  { column, decimals, group }: { column: number; decimals: number; group: Group },
): number | null {
  const { table, entity, threshold } = looked;
  const { rows: members, where } = group;
  const keeps = keeperOf(rule, { table, column, decimals });
  const expected = rule.formula.kind === 'empty' ? null : caseAt(rule, table, decimals);
  const isAbout = (row: number) =>
    expected === null || !(isNull(table.columns[column], row) && Number.isNaN(expected(row)));
  const tests = { keeps, isAbout };
  // Most rules fail in the first rows.
  const most = (1 - MIN_SHARE) * Math.ceil(members.length / 2);
  const first = countHalf(members, tests, { start: 0, most });
  const second = first && countHalf(members, tests, { start: 1, most });
  if (first === null || second === null || second.rows < MIN_ROWS) return null;
  if (!hasHolders(members, keeps, { entity, threshold })) return null;
  if (shareOf(first) < MIN_SHARE || shareOf(second) < MIN_SHARE) return null;
  const rows = first.rows + second.rows;
  if (where.length > 0) {
    const outside = countOutside(table.rows, members, tests);
    if (shareOf(outside) > MAX_OUTSIDE || !isEvident(rows, outside)) return null;
  }
  if (!areNeeded(rule, looked, { decimals, rows: members })) return null;
  const hasSources = sourcesOfFormula(rule.formula).length > 0;
  const byChance = { column, decimals, rows: members };
  if (hasSources && !isEvident(rows, countByChance(rule, looked, byChance))) return null;
  return (first.kept + second.kept) / rows;
}
