import type { LawTable, LawTables } from './law-tables.ts';
import type { TableSpec } from './tables.ts';

export type Checked = { checked: number; broken: number };

/** Identity that the rows of a book must satisfy to the cent. */
export type Law = {
  name: string;
  /** Table whose report shows the law. */
  table: string;
  /** Further tables that the law reads. */
  uses?: readonly string[];
  source: string;
  count: (tables: LawTables) => Checked;
};

/** Counts the rows that a law holds for; `holds` returns null where it does not apply. */
export function countRows({ rows }: LawTable, holds: (row: number) => boolean | null): Checked {
  let checked = 0;
  let broken = 0;
  for (let row = 0; row < rows; row++) {
    const held = holds(row);
    if (held === null) continue;
    checked++;
    if (!held) broken++;
  }
  return { checked, broken };
}

/** Sums numbers by a text column. */
export function sumsBy(
  table: LawTable,
  key: string,
  amount: (row: number) => number,
): Map<string, number> {
  const keyOf = table.text(key);
  const sums = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const name = keyOf(row);
    sums.set(name, (sums.get(name) ?? 0) + amount(row));
  }
  return sums;
}

export function total({ rows }: LawTable, amount: (row: number) => number): number {
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += amount(row);
  return sum;
}

/** Maps the values of a key column to their rows; the first row of a value that repeats. */
export function rowsByKey(table: LawTable, key: string): Map<string, number> {
  const keyOf = table.text(key);
  const rows = new Map<string, number>();
  for (let row = table.rows - 1; row >= 0; row--) rows.set(keyOf(row), row);
  return rows;
}

/** Groups rows by a text column, in file order. */
export function groupsBy(table: LawTable, key: string): Map<string, number[]> {
  const keyOf = table.text(key);
  const groups = new Map<string, number[]>();
  for (let row = 0; row < table.rows; row++) {
    const name = keyOf(row);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return groups;
}

const keyLaw = ({ name, key }: TableSpec): Law => ({
  name: `${key.join(' + ')} unique`,
  table: name,
  source: 'primary key',
  count: (tables) => {
    const table = tables[name];
    const parts = key.map((column) => table.text(column));
    const seen = new Set<string>();
    return countRows(table, (row) => {
      const value = parts.map((part) => part(row)).join('\n');
      const isNew = !seen.has(value) && parts[0](row) !== '';
      seen.add(value);
      return isNew;
    });
  },
});

const referenceLaws = ({ name, references }: TableSpec, specs: readonly TableSpec[]): Law[] =>
  Object.entries(references).map(([column, target]) => ({
    name: `${column} names a row of ${target}`,
    table: name,
    uses: [target],
    source: 'foreign key',
    count: (tables) => {
      const known = rowsByKey(tables[target], specs.find((spec) => spec.name === target)!.key[0]);
      const nameOf = tables[name].text(column);
      return countRows(tables[name], (row) => (nameOf(row) === '' ? null : known.has(nameOf(row))));
    },
  }));

export const structuralLaws = (specs: readonly TableSpec[]): Law[] =>
  specs.flatMap((spec) => [keyLaw(spec), ...referenceLaws(spec, specs)]);

type Head = Omit<Law, 'count' | 'uses'>;

/** Law of numbers in a row, given in the order of the columns; null where it does not apply. */
export const rowLaw = (
  law: Head,
  columns: readonly string[],
  holds: (...values: number[]) => boolean | null,
): Law => ({
  ...law,
  count: ({ [law.table]: rows }) => {
    const numbers = columns.map((column) => rows.number(column));
    return countRows(rows, (row) => holds(...numbers.map((number) => number(row))));
  },
});

/** Law of numbers in a row and in the row that `key` refers to; rows without one are left out. */
export const parentLaw = (
  law: Head,
  columns: { key: string; own: readonly string[]; parent: string; of: readonly string[] },
  holds: (own: readonly number[], of: readonly number[]) => boolean,
): Law => ({
  ...law,
  uses: [columns.parent],
  count: ({ [law.table]: rows, [columns.parent]: parents }) => {
    const known = rowsByKey(parents, columns.key);
    const keyOf = rows.text(columns.key);
    const [own, theirs] = [columns.own.map(rows.number), columns.of.map(parents.number)];
    const valuesOf = (numbers: typeof own, row: number) => numbers.map((number) => number(row));
    return countRows(rows, (row) => {
      const parent = known.get(keyOf(row));
      return parent === undefined ? null : holds(valuesOf(own, row), valuesOf(theirs, parent));
    });
  },
});

/** Law of a column that states the sum of its rows' amounts in another table. */
export const sumLaw = (
  law: Head,
  { key, column, of }: { key: string; column: string; of: string },
  amount: (rows: LawTable) => (row: number) => number,
): Law => ({
  ...law,
  uses: [of],
  count: ({ [law.table]: rows, [of]: moves }) => {
    const sums = sumsBy(moves, key, amount(moves));
    const [id, stated] = [rows.text(key), rows.number(column)];
    return countRows(rows, (row) => stated(row) === (sums.get(id(row)) ?? 0));
  },
});

/** Balance of a ledger account and the sum of a table's column, a difference counted in cents. */
export const controlLaw = (
  account: string,
  table: string,
  { sign, column }: { sign: 1 | -1; column: string },
): Law => ({
  name: `ledger account ${account} = ${table}`,
  table: 'ledger',
  uses: [table],
  source: 'double entry',
  count: ({ ledger, [table]: rows }) => {
    const amount = ledger.number('amount');
    const nameOf = ledger.text('account');
    const balance = total(ledger, (row) => (nameOf(row) === account ? amount(row) : 0));
    return { checked: 1, broken: balance === sign * total(rows, rows.number(column)) ? 0 : 1 };
  },
});

export const postingLaw: Law = {
  name: 'each posting sums to 0',
  table: 'ledger',
  source: 'double entry',
  count: ({ ledger }) => {
    const sums = [...sumsBy(ledger, 'posting_id', ledger.number('amount')).values()];
    return { checked: sums.length, broken: sums.filter((sum) => sum !== 0).length };
  },
};
