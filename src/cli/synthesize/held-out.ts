import { streamFor } from '../../engines/random/stream.ts';
import type { Relation } from '../../engines/synthesize/index.ts';
import { entityIndex } from '../../engines/table/sequence-shape.ts';
import type { Table } from '../../engines/table/table.ts';
import { takeRows } from '../../engines/table/take-rows.ts';
import { isHeldName, wholeEntity } from '../../product/data/split-holdout.ts';
import { splitLinked } from '../../product/data/split-linked.ts';
import { refused } from '../terminal/arguments.ts';

const HOLDOUT_PURPOSE = 0x484f4c44;

type Tables = Readonly<Record<string, Table>>;

/** Training rows and held-out rows, by table; held-out tables without rows are left out. */
export type HeldOut = { training: Record<string, Table>; kept: Record<string, Table> };

type Share = { relations: readonly Relation[]; share: number; unit: string | null };

/** Fewest entities of a column whose rows stay together. */
const MIN_ENTITIES = 9;

/** Returns the column whose rows stay together by default: of customers, else of accounts. */
export function unitOf(table: Table): string | null {
  const name = wholeEntity(table, null);
  const column = table.columns.find((candidate) => candidate.name === name);
  return column !== undefined && entityIndex(column).count >= MIN_ENTITIES ? name : null;
}

/** Marks held-out rows: by entity if there is a column, else by position. */
function marksOf(table: Table, share: number, unit: string | null): Uint8Array {
  const column = table.columns.find(({ name }) => name === unit);
  const of = column === undefined ? null : entityIndex(column).of;
  return Uint8Array.from({ length: table.rows }, (_, row) =>
    streamFor(1n, of?.[row] ?? row, HOLDOUT_PURPOSE).float() < share ? 1 : 0,
  );
}

function marksOfLinked(tables: Tables, { relations, share }: Share) {
  const { held, subject } = splitLinked(tables, relations, (name) => isHeldName(name, share));
  if (subject === null)
    throw refused('--holdout: no table that others refer to has at least 500 rows.');
  return held;
}

const rowsWhere = (table: Table, marks: Uint8Array, value: 0 | 1): Table =>
  takeRows(
    table,
    Array.from(marks.keys()).filter((row) => marks[row] === value),
  );

/**
 * Splits tables into training rows and a share that is kept aside; linked ones with all dependent
 * rows. The same tables and share always give the same rows.
 */
export function splitHeldOut(tables: Tables, options: Share): HeldOut {
  const { relations, share, unit } = options;
  if (share === 0) return { training: { ...tables }, kept: {} };
  const linked = relations.length === 0 ? null : marksOfLinked(tables, options);
  const split: HeldOut = { training: {}, kept: {} };
  for (const [name, table] of Object.entries(tables)) {
    const marks = linked?.get(name) ?? marksOf(table, share, unit);
    split.training[name] = marks.includes(1) ? rowsWhere(table, marks, 0) : table;
    if (marks.includes(1)) split.kept[name] = rowsWhere(table, marks, 1);
  }
  if (Object.values(split.training).some(({ rows }) => rows === 0))
    throw refused(`--holdout ${share} leaves no training rows.`);
  return split;
}
