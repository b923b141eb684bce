import {
  BIRTH_FORMS,
  type BirthForm,
  isBornOn,
  readBirth,
  type Sex,
  writeBirth,
} from '../../meaning/persons/birth-numbers.ts';
import { streamFor } from '../../random/stream.ts';
import { longTextNumber } from '../../random/text-number.ts';
import type { Column, DatetimeColumn, Table } from '../../table/table.ts';
import { PURPOSES } from '../random-purposes.ts';
import { wordColumn } from './word-column.ts';

/** Birth date and sex of other columns within personal numbers. */
export type BirthNumber = {
  form: BirthForm;
  date: number;
  /** Column of the sex with its words; null if no column states it. */
  sex: { column: number; female: string[]; male: string[] } | null;
};

const MIN_SHARE = 0.98;
const MIN_ROWS = 50;
const MAX_WORDS = 4;

const textsOf = (column: Column): ((row: number) => string | undefined) =>
  column.kind === 'category'
    ? (row) => column.dictionary[column.codes[row]!]
    : column.kind === 'number'
      ? (row) => (Number.isNaN(column.values[row]!) ? undefined : String(column.values[row]))
      : () => undefined;

/** Returns the words of a column that state the sex of the numbers; null if it is another fact. */
function sexIn(
  column: Column,
  sexes: ReadonlyMap<number, Sex>,
  threshold: number,
): Record<Sex, string[]> | null {
  if (column.kind !== 'category' || column.dictionary.length > MAX_WORDS) return null;
  const counts = column.dictionary.map(() => ({ female: 0, male: 0 }));
  for (const [row, sex] of sexes) {
    const own = counts[column.codes[row]!];
    if (own !== undefined) own[sex]++;
  }
  const found: Record<Sex, string[]> = { female: [], male: [] };
  for (const [code, { female, male }] of counts.entries()) {
    if (female + male < threshold) continue;
    if (Math.max(female, male) < MIN_SHARE * (female + male)) return null;
    found[female > male ? 'female' : 'male'].push(column.dictionary[code]!);
  }
  return found.female.length > 0 && found.male.length > 0 ? found : null;
}

/** Returns the birth date and sex that a column's numbers share with other columns; null for none. */
export function findBirthNumber(
  table: Table,
  column: Column,
  threshold: number,
): BirthNumber | null {
  if (column.kind !== 'category') return null;
  const textOf = textsOf(column);
  for (const form of BIRTH_FORMS) {
    const births = Array.from({ length: table.rows }, (_, row) => {
      const text = textOf(row);
      return text === undefined ? null : { row, birth: readBirth(form, text) };
    }).filter((own) => own !== null);
    const read = births.filter((own) => own.birth !== null);
    if (read.length < MIN_ROWS || read.length < MIN_SHARE * births.length) continue;
    const date = table.columns.findIndex(
      (other): other is DatetimeColumn =>
        other.kind === 'datetime' &&
        read.filter(({ row, birth }) => isBornOn(birth!, other.values[row]!)).length >=
          MIN_SHARE * read.length,
    );
    if (date < 0) continue;
    const sexes = new Map(read.map(({ row, birth }) => [row, birth!.sex]));
    for (const [at, other] of table.columns.entries()) {
      const words = sexIn(other, sexes, threshold);
      if (words !== null) return { form, date, sex: { column: at, ...words } };
    }
    return { form, date, sex: null };
  }
  return null;
}

/** Writes the birth dates and sexes of the rows into the numbers that carry them. */
export function withBirths(
  table: Table,
  plans: readonly { birth?: BirthNumber | undefined }[],
): Table {
  const columns = table.columns.map((column, i): Column => {
    const own = plans[i]?.birth;
    const dates = own && table.columns[own.date];
    if (own === undefined || column.kind !== 'category' || dates?.kind !== 'datetime')
      return column;
    const sexColumn = own.sex === null ? undefined : table.columns[own.sex.column];
    const sexText = sexColumn === undefined ? () => undefined : textsOf(sexColumn);
    const textOf = textsOf(column);
    return wordColumn(column, table.rows, (row) => {
      const text = textOf(row);
      const moment = dates.values[row]!;
      if (text === undefined || Number.isNaN(moment)) return text ?? null;
      const date = new Date(moment);
      const stated = sexText(row);
      const drawn = streamFor(1n, longTextNumber(text), PURPOSES.birthSex).below(2);
      const isStated = (words: readonly string[]) => stated !== undefined && words.includes(stated);
      const isMale =
        isStated(own.sex?.male ?? []) || (!isStated(own.sex?.female ?? []) && drawn === 0);
      return writeBirth(own.form, text, {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
        sex: isMale ? 'male' : 'female',
      });
    });
  });
  return { rows: table.rows, columns };
}
