import { civilFromDays } from '../../../shared/civil-date.ts';
import { DAY } from '../../table/datetime-form.ts';
import type { CategoryColumn, Column, DatetimeColumn, Table } from '../../table/table.ts';

export const DATED_FORMS = ['YYYYMMDD', 'YYYY-MM-DD', 'DDMMYYYY', 'YYMMDD'] as const;

/** Date of another column within a code: WT20260205000017 of 5 February 2026. */
export type DatedCode = { at: number; form: (typeof DATED_FORMS)[number]; from: number };

const MIN_SHARE = 0.995;
const MIN_ROWS = 50;

function formatted(form: DatedCode['form'], moment: number): string {
  const { year, month, day } = civilFromDays(Math.floor(moment / DAY));
  const [y, m, d] = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')];
  if (form === 'YYYYMMDD') return `${y}${m}${d}`;
  if (form === 'DDMMYYYY') return `${d}${m}${y}`;
  return form === 'YYMMDD' ? `${y.slice(2)}${m}${d}` : `${y}-${m}-${d}`;
}

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
      const at = textOf(0).indexOf(formatted(form, column.values[0]!));
      if (at < 0) continue;
      let kept = 0;
      for (let row = 0; row < table.rows; row++)
        if (textOf(row).startsWith(formatted(form, column.values[row]!), at)) kept++;
      if (kept >= MIN_SHARE * table.rows) return { at, form, from };
    }
  }
  return null;
}

/** Returns a column of codes with zeros in place of the date, each once. */
export function withoutDate(column: CategoryColumn, { at, form }: DatedCode): CategoryColumn {
  const zeros = form.replaceAll(/[YMD]/g, '0');
  const texts = column.dictionary.map((text) => withText(text, at, zeros));
  const dictionary = [...new Set(texts)];
  const places = new Map(dictionary.map((text, i) => [text, i]));
  const codes = column.codes.map((code) => (code < 0 ? -1 : places.get(texts[code]!)!));
  return { ...column, codes, dictionary };
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
    const texts = Array.from(column.codes, (code, row) => {
      const text = column.dictionary[code];
      const moment = dates.values[row]!;
      return text === undefined || Number.isNaN(moment)
        ? (text ?? null)
        : withText(text, dated.at, formatted(dated.form, moment));
    });
    const dictionary = [...new Set(texts.filter((text) => text !== null))];
    const places = new Map(dictionary.map((text, code) => [text, code]));
    const codes = Int32Array.from(texts, (text) => (text === null ? -1 : places.get(text)!));
    return { ...column, codes, dictionary };
  });
  return { rows: table.rows, columns };
}
