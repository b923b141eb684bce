import { normalQuantile } from '../../random/normal-quantile.ts';
import type { RandomStream } from '../../random/stream.ts';
import type { Column, DatetimeColumn, NumberColumn, Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { shuffled } from '../statistics/shuffled.ts';

const DAY = 86_400_000;

type Parts = { fresh: Table; train: Table; stream: RandomStream };

/** Change of a table of fresh rows that a report has to name by column. */
export type Fault = { name: string; column?: string; apply: (parts: Parts) => Table };

export const range = (from: number, to: number) =>
  Uint32Array.from({ length: to - from }, (_, i) => from + i);

const where = (table: Table, keeps: (row: number) => boolean) =>
  takeRows(table, range(0, table.rows).filter(keeps));

const columnOf = (table: Table, name: string): Column => {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new RangeError(`no column ${name}`);
  return column;
};

const withColumn = (table: Table, name: string, change: (column: Column) => Column): Table => ({
  rows: table.rows,
  columns: table.columns.map((column) => (column.name === name ? change(column) : column)),
});

const mapNumbers =
  (change: (value: number, row: number) => number) =>
  (column: Column): Column =>
    column.kind === 'category' ? column : { ...column, values: column.values.map(change) };

const numbers = (table: Table, name: string) => {
  const column = columnOf(table, name);
  return column.kind === 'category' ? Float64Array.from(column.codes) : column.values;
};

const quantile = (values: Float64Array, share: number) => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  return sorted[Math.floor(share * (sorted.length - 1))];
};

/** Permutes a column's cells among rows. */
function permuted(column: Column, stream: RandomStream): Column {
  const rows = column.kind === 'category' ? column.codes.length : column.values.length;
  const order = shuffled(rows, stream);
  return column.kind === 'category'
    ? { ...column, codes: column.codes.map((_, row) => column.codes[order[row]]) }
    : { ...column, values: column.values.map((_, row) => column.values[order[row]]) };
}

/** Returns a copy of a column with the values of another. */
const filledFrom = (own: Column, other: Column): Column => ({ ...other, name: own.name });

const isDate = (column: Column): column is DatetimeColumn => column.kind === 'datetime';
const isNumber = (column: Column): column is NumberColumn => column.kind === 'number';

function noisy(column: NumberColumn, stream: RandomStream): NumberColumn {
  const values = column.values.filter((value) => !Number.isNaN(value));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length,
  );
  const unit = 10 ** -column.decimals;
  const moved = column.values.map((value) => {
    const noise = 0.25 * deviation * normalQuantile(1e-9 + stream.float() * (1 - 2e-9));
    return Math.round((value + noise) / unit) * unit;
  });
  return { ...column, values: moved };
}

/** Faults of single columns and of whole tables; `payments` has the columns that they name. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'lost class',
    column: 'defaulted',
    apply: ({ fresh }) => {
      const column = columnOf(fresh, 'defaulted');
      return column.kind !== 'category'
        ? fresh
        : where(fresh, (row) => column.dictionary[column.codes[row]] !== 'yes');
    },
  },
  {
    name: 'lost value',
    column: 'channel',
    apply: ({ fresh }) => {
      const column = columnOf(fresh, 'channel');
      return column.kind !== 'category'
        ? fresh
        : where(fresh, (row) => column.dictionary[column.codes[row]] !== 'branch');
    },
  },
  {
    name: 'shuffled columns',
    apply: ({ fresh, stream }) => ({
      rows: fresh.rows,
      columns: fresh.columns.map((column) => permuted(column, stream)),
    }),
  },
  {
    name: 'shuffled target',
    column: 'defaulted',
    apply: ({ fresh, stream }) =>
      withColumn(fresh, 'defaulted', (column) => permuted(column, stream)),
  },
  {
    name: 'emptied numbers',
    column: 'income',
    apply: ({ fresh }) =>
      withColumn(
        fresh,
        'income',
        mapNumbers(() => Number.NaN),
      ),
  },
  {
    name: 'emptied words',
    column: 'channel',
    apply: ({ fresh }) =>
      withColumn(fresh, 'channel', (column) =>
        column.kind === 'category' ? { ...column, codes: column.codes.map(() => -1) } : column,
      ),
  },
  {
    name: 'filled gaps',
    column: 'age',
    apply: ({ fresh }) =>
      withColumn(
        fresh,
        'age',
        mapNumbers((value) => (Number.isNaN(value) ? 44 : value)),
      ),
  },
  {
    name: 'mode collapse',
    apply: ({ fresh, stream }) =>
      takeRows(
        fresh,
        range(0, fresh.rows).map(() => stream.below(60)),
      ),
  },
  {
    name: 'wrong calendar',
    column: 'booked',
    apply: ({ fresh, stream }) =>
      withColumn(
        fresh,
        'booked',
        mapNumbers((value) => value + DAY * stream.below(7)),
      ),
  },
  {
    name: 'shifted years',
    column: 'booked',
    apply: ({ fresh }) =>
      withColumn(
        fresh,
        'booked',
        mapNumbers((value) => value + 3 * 364 * DAY),
      ),
  },
  {
    name: 'constant number',
    column: 'amount',
    apply: ({ fresh }) =>
      withColumn(
        fresh,
        'amount',
        mapNumbers(() => 100),
      ),
  },
  {
    name: 'constant word',
    column: 'region',
    apply: ({ fresh }) =>
      withColumn(fresh, 'region', (column) =>
        column.kind === 'category' ? { ...column, codes: column.codes.map(() => 0) } : column,
      ),
  },
  {
    name: 'noise on all numbers',
    apply: ({ fresh, stream }) => ({
      rows: fresh.rows,
      columns: fresh.columns.map((column) => (isNumber(column) ? noisy(column, stream) : column)),
    }),
  },
  {
    name: 'swapped columns',
    apply: ({ fresh }) =>
      withColumn(
        withColumn(fresh, 'amount', (column) => filledFrom(column, columnOf(fresh, 'income'))),
        'income',
        (column) => filledFrom(column, columnOf(fresh, 'amount')),
      ),
  },
  {
    name: 'truncated tail',
    column: 'amount',
    apply: ({ fresh, train }) => {
      const limit = quantile(numbers(train, 'amount'), 0.98);
      return where(fresh, (row) => !(numbers(fresh, 'amount')[row] > limit));
    },
  },
  {
    name: 'swollen tail',
    column: 'amount',
    apply: ({ fresh, train, stream }) => {
      const limit = quantile(numbers(train, 'amount'), 0.99);
      return withColumn(
        fresh,
        'amount',
        mapNumbers((value) =>
          stream.float() < 0.08 ? Math.round(limit * (1 - Math.log(1 - stream.float()))) : value,
        ),
      );
    },
  },
  {
    name: 'rounded',
    column: 'amount',
    apply: ({ fresh }) => withColumn(fresh, 'amount', mapNumbers(Math.round)),
  },
  {
    name: 'wrong unit',
    column: 'income',
    apply: ({ fresh }) =>
      withColumn(
        fresh,
        'income',
        mapNumbers((value) => value / 12),
      ),
  },
  {
    name: 'upper case',
    column: 'region',
    apply: ({ fresh }) =>
      withColumn(fresh, 'region', (column) =>
        column.kind === 'category'
          ? { ...column, dictionary: column.dictionary.map((word) => word.toUpperCase()) }
          : column,
      ),
  },
  {
    name: 'missing column',
    column: 'region',
    apply: ({ fresh }) => ({
      rows: fresh.rows,
      columns: fresh.columns.filter(({ name }) => name !== 'region'),
    }),
  },
  {
    name: 'balanced classes',
    column: 'defaulted',
    apply: ({ fresh, stream }) => {
      const column = columnOf(fresh, 'defaulted');
      return column.kind !== 'category'
        ? fresh
        : where(
            fresh,
            (row) => column.dictionary[column.codes[row]] === 'yes' || stream.float() < 0.2,
          );
    },
  },
  {
    name: 'midnight',
    column: 'booked',
    apply: ({ fresh }) => ({
      rows: fresh.rows,
      columns: fresh.columns.map((column) =>
        isDate(column)
          ? { ...column, values: column.values.map((value) => Math.floor(value / DAY) * DAY) }
          : column,
      ),
    }),
  },
];
