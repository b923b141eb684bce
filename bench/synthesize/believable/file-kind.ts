import { type RandomStream, streamFor } from '../../../src/engines/random/stream.ts';
import type { Relation } from '../../../src/engines/synthesize/index.ts';
import { formatTable } from '../../../src/engines/table/format-table.ts';
import { parseColumns } from '../../../src/engines/table/parse-columns.ts';
import type { Table } from '../../../src/engines/table/table.ts';

export type Cells = Readonly<Record<string, string>>;
export type Tables = Record<string, Table>;
/** Rows of each table, as texts. */
export type Rows = Readonly<Record<string, readonly Cells[]>>;

/** Figure of the real and of the drawn tables, and how far the drawn one may be off. */
export type Line = {
  name: string;
  of: (rows: Rows, real: Rows) => number;
  /** Share of the real figure for counts, otherwise the difference. */
  within: number;
  kind: 'share' | 'count' | 'number';
};

/** File of a trade, and what its expert looks at. A file of one table names it `rows`. */
export type FileKind = {
  name: string;
  /** Tables of a seed: another seed gives a holdout. Public files are the same for any. */
  tables: (seed: bigint) => Tables | Promise<Tables>;
  relations?: readonly Relation[];
  entity?: string;
  /** Column of texts that a classifier on words tries to tell apart. */
  texts?: string;
  lines: readonly Line[];
};

export const share = (name: string, of: Line['of'], within = 0.02): Line => ({
  name,
  of,
  within,
  kind: 'share',
});
const number = (name: string, of: Line['of'], within: number): Line => ({
  name,
  of,
  within,
  kind: 'number',
});

/** Number of different values of a column. */
export const different = (column: string, table = 'rows'): Line => ({
  name: `different ${column}`,
  of: (rows) =>
    new Set(rows[table]!.map((row) => row[column]!).filter((value) => value !== '')).size,
  within: 0.2,
  kind: 'count',
});

/** Share of the rows about which a rule is that keep it. */
export const rowsThat = (
  name: string,
  keeps: (row: Cells) => boolean,
  about: (row: Cells) => boolean = () => true,
): Line =>
  share(name, ({ rows }) => {
    const asked = rows!.filter(about);
    return asked.filter(keeps).length / asked.length;
  });

/** Mean number of different values of a column for each value of another. */
export const perValue = (column: string, of: string, within = 0.1): Line =>
  number(
    `different ${column} a ${of}`,
    ({ rows }) => {
      const sets = Map.groupBy(
        rows!.filter((row) => row[column] !== '' && row[of] !== ''),
        (row) => row[of],
      );
      const counts = [...sets.values()].map((own) => new Set(own.map((row) => row[column])).size);
      return counts.reduce((sum, count) => sum + count, 0) / counts.length;
    },
    within,
  );

/** Share of drawn values that are the file's own. */
export const ownValues = (column: string, table = 'rows'): Line => ({
  name: `${column} of the file`,
  of: (rows, real) => {
    if (rows === real) return 0;
    const own = new Set(real[table]!.map((row) => row[column]));
    return rows[table]!.filter((row) => own.has(row[column])).length / rows[table]!.length;
  },
  within: 0,
  kind: 'share',
});

/** Half the sum of the differences of a column's shares. */
export const variation = (column: string, within = 0.1): Line =>
  number(
    `total variation of ${column}`,
    (rows, real) => {
      const shares = (side: Rows) => {
        const counts = new Map<string, number>();
        for (const row of side.rows!)
          counts.set(row[column]!, (counts.get(row[column]!) ?? 0) + 1 / side.rows!.length);
        return counts;
      };
      const [own, other] = [shares(real), shares(rows)];
      const words = new Set([...own.keys(), ...other.keys()]);
      return (
        [...words].reduce(
          (sum, word) => sum + Math.abs((own.get(word) ?? 0) - (other.get(word) ?? 0)),
          0,
        ) / 2
      );
    },
    within,
  );

export const rowsOf = (tables: Tables): Rows =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => {
      const { names, textColumns } = formatTable(table);
      return [
        name,
        Array.from({ length: table.rows }, (_, row) =>
          Object.fromEntries(names.map((column, c) => [column, textColumns[c]![row] ?? ''])),
        ),
      ];
    }),
  );

export const tableOf = (records: readonly Cells[]): Table => {
  const names = Object.keys(records[0]!);
  return parseColumns(
    names,
    names.map((name) => records.map((record) => record[name]!)),
  );
};

/** Makes rows one by one from their own streams. */
export const madeRows = (
  seed: bigint,
  rows: number,
  make: (random: RandomStream, i: number) => Cells,
): Tables => ({
  rows: tableOf(Array.from({ length: rows }, (_, i) => make(streamFor(seed, i, 1), i))),
});

export const pick = <T>(random: RandomStream, list: readonly T[]): T =>
  list[random.below(list.length)]!;

/** Picks by a law of rank: the first are many times as frequent as the last. */
export const pickRanked = <T>(random: RandomStream, list: readonly T[], power = 3): T =>
  list[Math.floor(list.length * random.float() ** power)]!;

export const money = (random: RandomStream, low: number, high: number): number =>
  Math.round((low + (high - low) * random.float() ** 2) * 100) / 100;
