import { completeOneAnother } from '../../meaning/statement/money-roles.ts';
import { type SequenceShape, shapeOf } from '../../table/sequence-shape.ts';
import type { CategoryColumn, DatetimeColumn, NumberColumn, Table } from '../../table/table.ts';
import type { ColumnPlan } from './column-plan.ts';

/** Debits and credits without signs. Columns are table indexes. */
export type AmountSides =
  | {
      /** Two columns, of which each row fills one. */
      kind: 'columns';
      out: number;
      in: number;
      outNegative: boolean;
      /** Value of the column that a row does not fill. */
      empty: 'missing' | 'zero';
    }
  | {
      /** One column without signs, and a direction column. */
      kind: 'direction';
      amount: number;
      direction: number;
      out: string;
      in: string;
    };

export type Columns = Extract<AmountSides, { kind: 'columns' }>;
export type Direction = Extract<AmountSides, { kind: 'direction' }>;

const numberAt = (table: Table, place: number) => table.columns[place] as NumberColumn;
const wordsAt = (table: Table, place: number) => table.columns[place] as CategoryColumn;
const filled = (value: number) => (Number.isNaN(value) ? 0 : Math.abs(value));

const replaced = (table: Table, columns: Readonly<Record<number, Table['columns'][number]>>) => ({
  rows: table.rows,
  columns: table.columns.map((column, i) => columns[i] ?? column),
});

/** Returns the column that holds the signed amounts of joined sides. */
export const movedColumn = (sides: AmountSides): number =>
  sides.kind === 'columns' ? sides.out : sides.amount;

/** Returns the columns that only make sense together; none can be given alone. */
export const columnsOfSides = (sides: AmountSides): number[] =>
  sides.kind === 'columns' ? [sides.out, sides.in] : [sides.amount, sides.direction];

export function joinSides(table: Table, sides: AmountSides): Table {
  if (sides.kind === 'direction') {
    const amount = numberAt(table, sides.amount);
    const words = wordsAt(table, sides.direction);
    const { codes, dictionary } = words;
    const leaves = dictionary.indexOf(sides.out);
    const values = amount.values.map((value, row) => (codes[row] === leaves ? -value : value));
    // The sign alone decides: a direction drawn in addition would contradict it.
    const none = { ...words, codes: new Int32Array(table.rows).fill(dictionary.indexOf(sides.in)) };
    return replaced(table, { [sides.amount]: { ...amount, values }, [sides.direction]: none });
  }
  const [out, into] = [numberAt(table, sides.out), numberAt(table, sides.in)];
  const decimals = Math.max(out.decimals, into.decimals);
  const values = out.values.map((value, row) => filled(into.values[row]) - filled(value));
  return replaced(table, {
    [sides.out]: { ...out, decimals, values },
    [sides.in]: { ...into, values: new Float64Array(table.rows) },
  });
}

/** Splits the signed column back into the file's columns. */
export function splitSides(table: Table, sides: AmountSides | undefined): Table {
  if (sides === undefined) return table;
  const { values } = numberAt(table, movedColumn(sides));
  if (sides.kind === 'direction') {
    const words = wordsAt(table, sides.direction);
    return replaced(table, {
      [sides.amount]: { ...numberAt(table, sides.amount), values: values.map(Math.abs) },
      [sides.direction]: {
        ...words,
        dictionary: [sides.out, sides.in],
        codes: Int32Array.from(values, (value, row) =>
          value < 0 ? 0 : value > 0 ? 1 : Number(words.dictionary[words.codes[row]!] !== sides.out),
        ),
      },
    });
  }
  const empty = sides.empty === 'zero' ? 0 : Number.NaN;
  const sign = sides.outNegative ? 1 : -1;
  return replaced(table, {
    [sides.out]: {
      ...numberAt(table, sides.out),
      values: values.map((value) => (value < 0 ? sign * value : empty)),
    },
    [sides.in]: {
      ...numberAt(table, sides.in),
      values: values.map((value) => (value < 0 ? empty : value)),
    },
  });
}

export function twoColumns(table: Table, out: number, into: number): Columns {
  const { values } = numberAt(table, out);
  const zeros = values.reduce((sum, value) => sum + Number(value === 0), 0);
  const missing = values.reduce((sum, value) => sum + Number(Number.isNaN(value)), 0);
  return {
    kind: 'columns',
    out,
    in: into,
    outNegative: values.some((value) => value < 0),
    empty: zeros > missing ? 'zero' : 'missing',
  };
}

const hasNoSign = ({ values }: NumberColumn): boolean => values.every((value) => value >= 0);

function* possibleSides(table: Table, plans: readonly ColumnPlan[]): Generator<AmountSides> {
  const learned = table.columns.flatMap((_, i) => (plans[i]?.made === null ? [i] : []));
  const numbers = learned.filter((i) => table.columns[i]!.kind === 'number');
  for (const out of numbers)
    for (const into of numbers)
      if (out !== into && completeOneAnother(numberAt(table, out), numberAt(table, into)))
        yield twoColumns(table, out, into);
  const directions = learned.filter((i) => {
    const column = table.columns[i]!;
    return (
      column.kind === 'category' && column.dictionary.length === 2 && !column.codes.includes(-1)
    );
  });
  for (const amount of numbers.filter((i) => hasNoSign(numberAt(table, i))))
    for (const direction of directions) {
      const [first, second] = wordsAt(table, direction).dictionary as [string, string];
      const sides = { kind: 'direction', amount, direction } satisfies Partial<Direction>;
      yield { ...sides, out: first, in: second };
      yield { ...sides, out: second, in: first };
    }
}

/**
 * Finds debits and credits by the running balance that follows from them within each entity.
 *
 * @param shape sequences without a running balance over one column
 * @returns the sides, and the shape of the table with joined sides; null if there are none
 */
export function findSides(
  table: Table,
  plans: readonly ColumnPlan[],
  shape: SequenceShape,
): { sides: AmountSides; shape: SequenceShape } | null {
  const columnOf = (name: string) => table.columns.find((column) => column.name === name)!;
  for (const sides of possibleSides(table, plans)) {
    const time = columnOf(shape.time) as DatetimeColumn;
    const joined = shapeOf(joinSides(table, sides), columnOf(shape.entity), time);
    if (joined.balance?.amount === table.columns[movedColumn(sides)]!.name)
      return { sides, shape: joined };
  }
  return null;
}
