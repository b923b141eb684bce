import { datetimeParser } from '../../../shared/layouts/datetime-parser.ts';
import { numberParser } from '../../../shared/layouts/number-parser.ts';
import { DAY, isTimeOnly } from '../../table/datetime-form.ts';
import { formatCell } from '../../table/format-table.ts';
import { sortNumbers } from '../../table/sort-numbers.ts';
import type { Column, Table } from '../../table/table.ts';

/** Column of several tables: side 0 is the real table, the others are compared with it. */
export type SidedNumbers = {
  kind: 'number';
  name: string;
  datetime: boolean;
  decimals: number;
  values: Float64Array[];
  /** Values of each side in ascending order, without missing ones. */
  sorted: Float64Array[];
};

export type SidedCategories = {
  kind: 'category';
  name: string;
  /** Categories of all sides. A missing value has the code `words.length`. */
  words: string[];
  codes: Int32Array[];
  /** Rows by code, missing values last. */
  counts: Float64Array[];
};

export type SidedColumn = SidedNumbers | SidedCategories;

function asNumbers(column: Column, like: Exclude<Column, { kind: 'category' }>): Float64Array {
  if (column.kind !== 'category') return column.values;
  const parse =
    like.kind === 'datetime'
      ? datetimeParser(like.form)
      : like.form === undefined
        ? Number
        : numberParser(like.form);
  const parsed = column.dictionary.map((word) => (word.trim() === '' ? Number.NaN : parse(word)));
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : parsed[code]));
}

function asWords(column: Column): { codes: ArrayLike<number>; dictionary: string[] } {
  if (column.kind === 'category') return column;
  const dictionary: string[] = [];
  const codeByValue = new Map<number, number>();
  const codes = Int32Array.from(column.values, (value, row) => {
    if (Number.isNaN(value)) return -1;
    let code = codeByValue.get(value);
    if (code === undefined) {
      code = dictionary.length;
      codeByValue.set(value, code);
      dictionary.push(formatCell(column, row));
    }
    return code;
  });
  return { codes, dictionary };
}

function alignCategories(name: string, columns: readonly Column[]): SidedCategories {
  const categories: string[] = [];
  const codeOf = new Map<string, number>();
  const sides = columns.map(asWords);
  const maps = sides.map(({ dictionary }) =>
    Int32Array.from(dictionary, (word) => {
      let code = codeOf.get(word);
      if (code === undefined) {
        code = categories.length;
        codeOf.set(word, code);
        categories.push(word);
      }
      return code;
    }),
  );
  const codes = sides.map((side, s) => {
    const map = maps[s];
    const out = new Int32Array(side.codes.length);
    for (let i = 0; i < out.length; i++) {
      const code = side.codes[i];
      out[i] = code < 0 ? categories.length : map[code];
    }
    return out;
  });
  const counts = codes.map((list) => {
    const count = new Float64Array(categories.length + 1);
    for (let i = 0; i < list.length; i++) count[list[i]]++;
    return count;
  });
  return { kind: 'category', name, words: categories, codes, counts };
}

/**
 * Aligns columns of several tables by name, typed as in the first table. Columns that any table
 * lacks are dropped. Dates count in days from the epoch, which limits rounding errors of squares.
 */
export function alignColumns(tables: readonly Table[], names: readonly string[]): SidedColumn[] {
  const aligned: SidedColumn[] = [];
  for (const name of names) {
    const columns = tables.map((table) => table.columns.find((column) => column.name === name));
    if (columns.some((column) => column === undefined)) continue;
    const sides = columns as Column[];
    const first = sides[0];
    if (first.kind === 'category') {
      aligned.push(alignCategories(name, sides));
      continue;
    }
    const datetime = first.kind === 'datetime' && !isTimeOnly(first.form);
    const values = sides.map((side) => {
      const own = asNumbers(side, first);
      return datetime ? own.map((value) => value / DAY) : own;
    });
    const decimals = first.kind === 'number' ? first.decimals : datetime ? 8 : 0;
    const sorted = values.map((side) => sortNumbers(side, decimals));
    aligned.push({ kind: 'number', name, datetime, decimals, values, sorted });
  }
  return aligned;
}
