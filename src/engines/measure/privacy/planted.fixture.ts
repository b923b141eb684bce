import type { RandomStream } from '../../random/stream.ts';
import { concatTables } from '../../table/concat-tables.ts';
import type { Column, Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { shuffled } from '../statistics/shuffled.ts';

/** Blur of planted copies: maximum relative change of numbers, number of replaced categories. */
export type Blur = { numbers: number; words: number };

/** Copies rows; moves numbers by up to +-`numbers` and replaces `words` categories. */
export function blurRows(table: Table, { numbers, words }: Blur, stream: RandomStream): Table {
  const columns = table.columns.map((column): Column => {
    if (column.kind === 'category') return { ...column, codes: column.codes.slice() };
    if (column.kind === 'datetime') return column;
    const unit = 10 ** -column.decimals;
    const moved = column.values.map((value) => value * (1 + numbers * (2 * stream.float() - 1)));
    return { ...column, values: moved.map((value) => Math.round(value / unit) * unit) };
  });
  const categories = columns.filter((column) => column.kind === 'category');
  for (let row = 0; row < table.rows && categories.length > 0; row++) {
    for (let i = 0; i < words; i++) {
      const { codes, dictionary } = categories[stream.below(categories.length)];
      codes[row] = stream.below(dictionary.length);
    }
  }
  return { rows: table.rows, columns };
}

/** Replaces a share of fresh rows with blurred copies of random training rows. */
export function plantBlurred(
  { fresh, train, stream }: { fresh: Table; train: Table; stream: RandomStream },
  share: number,
  blur: Blur,
): Table {
  const count = Math.round(share * fresh.rows);
  const retained = Uint32Array.from({ length: fresh.rows - count }, (_, i) => i);
  const copied = takeRows(train, shuffled(train.rows, stream, count));
  return concatTables([takeRows(fresh, retained), blurRows(copied, blur, stream)]);
}

export function threeParts(all: Table, rows: number, stream: RandomStream): [Table, Table, Table] {
  const order = shuffled(all.rows, stream, 3 * rows);
  const part = (i: number) => takeRows(all, order.subarray(i * rows, (i + 1) * rows));
  return [part(0), part(1), part(2)];
}
