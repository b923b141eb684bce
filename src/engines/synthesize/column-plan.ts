import { type ColumnRole, guessRole, settledRole } from '../table/column-role.ts';
import { formatCell, isNull } from '../table/format-table.ts';
import { type PersonalKind, personalKind } from '../table/personal-data.ts';
import { entityIndex } from '../table/sequence-shape.ts';
import type { Column, Table } from '../table/table.ts';
import { type ColumnLayout, layoutOf } from './codec/field.ts';
import { type CodePattern, codePattern } from './generate/code-pattern.ts';

/** How a column that is never learned is made. */
export type MadeColumn =
  | { kind: 'key'; pattern: CodePattern; first: number }
  | {
      kind: 'reference';
      pattern: CodePattern;
      first: number;
      entities: number;
      /** Rows of the entities, as 101 quantiles from the least to the most frequent. */
      popularity: Float64Array;
      nullShare: number;
      /** Column whose entity decides this one's, where each of its values has only one here. */
      parent: number;
    }
  | { kind: 'personal'; personal: PersonalKind; nullShare: number }
  | { kind: 'text'; length: number; nullShare: number };

export type ColumnPlan = { layout: ColumnLayout; role: ColumnRole; made: MadeColumn | null };

const SAMPLES = 1000;

function samplesOf(column: Column, rows: number): string[] {
  const texts: string[] = [];
  const step = Math.max(1, Math.floor(rows / SAMPLES));
  for (let row = 0; row < rows; row += step) {
    if (!isNull(column, row)) texts.push(formatCell(column, row));
  }
  return texts;
}

function nullShare(column: Column, rows: number): number {
  let nulls = 0;
  for (let row = 0; row < rows; row++) if (isNull(column, row)) nulls++;
  return rows === 0 ? 0 : nulls / rows;
}

/** The least number of as many digits as the column's values have: keys look alike and start anew. */
function firstNumber(column: Column): number {
  if (column.kind === 'category') return 0;
  let high = 0;
  for (const value of column.values) if (Math.abs(value) > high) high = Math.abs(value);
  return 10 ** Math.max(0, String(Math.floor(high)).length - 1);
}

/** How often each entity occurs, as 101 quantiles. */
function popularityOf(of: Int32Array, count: number): Float64Array {
  const rows = new Float64Array(count);
  for (const entity of of) if (entity >= 0) rows[entity]++;
  rows.sort();
  return Float64Array.from({ length: 101 }, (_, i) => rows[Math.round((i / 100) * (count - 1))]);
}

/** True where each entity of `of` meets one entity of `other`. */
function decides(of: Int32Array, count: number, other: Int32Array): boolean {
  const seen = new Int32Array(count).fill(-2);
  for (let row = 0; row < of.length; row++) {
    const entity = of[row];
    if (entity < 0) continue;
    if (seen[entity] === -2) seen[entity] = other[row];
    else if (seen[entity] !== other[row]) return false;
  }
  return true;
}

function distinctOf(column: Column): number {
  return entityIndex(column).count;
}

/**
 * Decides for each column whether it is learned or made.
 *
 * @param roles roles that somebody fixed by hand, by column name
 */
export function planColumns(
  table: Table,
  roles: Readonly<Partial<Record<string, ColumnRole>>> = {},
  pause: () => void = () => {},
): ColumnPlan[] {
  const plans = table.columns.map((column): ColumnPlan => {
    pause();
    const texts = samplesOf(column, table.rows);
    const personal = column.kind === 'datetime' ? null : personalKind(column.name, texts);
    const nulls = nullShare(column, table.rows);
    const present = Math.round((1 - nulls) * table.rows);
    const role =
      settledRole(roles, column.name) ??
      guessRole(column, present, distinctOf(column), texts, personal);
    return {
      layout: layoutOf(column),
      role,
      made: madeColumn(column, role, texts, personal, nulls),
    };
  });
  linkReferences(table, plans);
  return plans;
}

function madeColumn(
  column: Column,
  role: ColumnRole,
  texts: readonly string[],
  personal: PersonalKind | null,
  nulls: number,
): MadeColumn | null {
  if (role === 'feature') return null;
  const pattern = codePattern(texts);
  const first = firstNumber(column);
  if (role === 'key') return { kind: 'key', pattern, first };
  if (role === 'reference') {
    const { of, count } = entityIndex(column);
    const popularity = popularityOf(of, count);
    return {
      kind: 'reference',
      pattern,
      first,
      entities: count,
      popularity,
      nullShare: nulls,
      parent: -1,
    };
  }
  if (role === 'personal' && personal !== null)
    return { kind: 'personal', personal, nullShare: nulls };
  const length = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  return { kind: 'text', length: Math.round(length), nullShare: nulls };
}

/** A customer follows from an account where each account has one customer. */
function linkReferences(table: Table, plans: ColumnPlan[]): void {
  const indexes = plans.map((plan, i) =>
    plan.made?.kind === 'reference' ? entityIndex(table.columns[i]) : null,
  );
  plans.forEach((plan, i) => {
    const own = indexes[i];
    if (plan.made?.kind !== 'reference' || own === null || own === undefined) return;
    indexes.forEach((other, j) => {
      if (other === null || j === i || plan.made?.kind !== 'reference') return;
      const finer = other.count > own.count || (other.count === own.count && j < i);
      if (finer && decides(other.of, other.count, own.of)) plan.made.parent = j;
    });
  });
}
