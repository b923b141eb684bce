import { formatCell, isNull } from '../table/format-table.ts';
import { parseColumns } from '../table/parse-columns.ts';
import type { Table } from '../table/table.ts';
import { columnNamed, type Relation } from './relations/relation.ts';

export const table = (names: string[], rows: (string | null)[][]): Table =>
  parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c])),
  );

export const relation = (
  child: string,
  childKey: string,
  parent: string,
  parentKey: string,
): Relation => ({
  child,
  childKey,
  parent,
  parentKey,
});

export const texts = (of: Table, name: string): (string | null)[] => {
  const column = columnNamed(of, name);
  return Array.from({ length: of.rows }, (_, row) =>
    isNull(column, row) ? null : formatCell(column, row),
  );
};

/** Returns the parent's value for each row of the child. */
export function beside(
  tables: Record<string, Table>,
  r: Relation,
  name: string,
): (string | null)[] {
  const parent = tables[r.parent];
  const values = texts(parent, name);
  const valueOfKey = new Map(texts(parent, r.parentKey).map((key, row) => [key, values[row]]));
  return texts(tables[r.child], r.childKey).map((key) => valueOfKey.get(key) ?? null);
}

export const shareOf = (flags: boolean[]) => flags.filter(Boolean).length / flags.length;
