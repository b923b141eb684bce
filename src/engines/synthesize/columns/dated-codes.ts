import { formOf } from '../../../shared/layouts/datetime-candidates.ts';
import { datetimeWriter } from '../../../shared/layouts/datetime-writer.ts';
import type { CategoryColumn, Column, DatetimeColumn, Table } from '../../table/table.ts';
import { wordColumn } from './word-column.ts';

export const DATED_FORMS = [
  'YYYYMMDD',
  'YYYY-MM-DD',
  'DDMMYYYY',
  'YYMMDD',
  'YYYYMM',
  'YYMM',
  'YYYY',
] as const;

/** Date, month or year of another column within a code: WT20260205000017 of 5 February 2026. */
export type DatedCode = { at: number; form: (typeof DATED_FORMS)[number]; from: number };

const MIN_SHARE = 0.995;
const MIN_ROWS = 50;
/** Maximum share of rows with the same date: a constant follows from no column. */
const MAX_ALIKE = 0.9;

export const dateWriter = (form: DatedCode['form']) =>
  datetimeWriter(formOf(form, { names: null, letters: 'lower' }));

const isComplete = (column: Column): column is DatetimeColumn =>
  column.kind === 'datetime' && !column.values.some((value) => Number.isNaN(value));

/** Returns the date that nearly all codes of a column contain; null if there is none. */
export function findDatedCode(table: Table, own: Column): DatedCode | null {
  if (own.kind !== 'category' || table.rows < MIN_ROWS) return null;
  const { codes, dictionary } = own;
  const textOf = (row: number) => dictionary[codes[row]!] ?? '';
  for (const [from, column] of table.columns.entries()) {
    if (!isComplete(column)) continue;
    for (const form of DATED_FORMS) {
      const write = dateWriter(form);
      const at = textOf(0).indexOf(write(column.values[0]!));
      if (at < 0) continue;
      let kept = 0;
      const counts = new Map<string, number>();
      for (let row = 0; row < table.rows; row++) {
        const date = write(column.values[row]!);
        if (!textOf(row).startsWith(date, at)) continue;
        kept++;
        counts.set(date, (counts.get(date) ?? 0) + 1);
      }
      const varies = Math.max(...counts.values()) <= MAX_ALIKE * table.rows;
      if (kept >= MIN_SHARE * table.rows && varies) return { at, form, from };
    }
  }
  return null;
}

/** Returns a column of codes with zeros in place of the date, each once. */
export function withoutDate(column: CategoryColumn, { at, form }: DatedCode): CategoryColumn {
  const zeros = form.replaceAll(/[YMD]/g, '0');
  const { codes, dictionary } = column;
  return wordColumn(column, codes.length, (row) => {
    const text = dictionary[codes[row]!];
    return text === undefined ? null : withText(text, at, zeros);
  });
}

const withText = (text: string, at: number, part: string): string =>
  text.slice(0, at) + part + text.slice(at + part.length);

type Plan = { made: { kind: string; dated?: DatedCode | undefined } | null };

/** Writes the dates of the rows into the codes that contain them. */
export function withDates(table: Table, plans: readonly Plan[]): Table {
  const columns = table.columns.map((column, i): Column => {
    const dated = plans[i]?.made?.dated;
    const dates = dated && table.columns[dated.from];
    if (dated === undefined || column.kind !== 'category' || dates?.kind !== 'datetime')
      return column;
    const write = dateWriter(dated.form);
    return wordColumn(column, table.rows, (row) => {
      const text = column.dictionary[column.codes[row]!];
      const moment = dates.values[row]!;
      if (text === undefined) return null;
      return Number.isNaN(moment) ? text : withText(text, dated.at, write(moment));
    });
  });
  return { rows: table.rows, columns };
}
