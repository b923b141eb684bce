import { asciiName } from '../../meaning/persons/draw-person.ts';
import { cellWriter } from '../../table/format-table.ts';
import type { Column, Table } from '../../table/table.ts';
import { DATED_FORMS, dateWriter } from './dated-codes.ts';

const WORD_FORMS = ['text', 'lower', 'upper'] as const;
export const PART_FORMS = [...WORD_FORMS, ...DATED_FORMS] as const;
/** Form in which a code contains another column: its text, its letters, or a date's figures. */
export type PartForm = (typeof PART_FORMS)[number];

export const MAX_LENGTH = 12;
/** Maximum share of rows with the same text: a constant follows from no column. */
const MAX_ALIKE = 0.9;
/** Rows whose first character rules most columns out, and minimum share of them that agree. */
const FIRST_ROWS = 100;
const MIN_STARTS = 0.9;

const letters = (text: string): string => asciiName(text).replaceAll('-', '');

/**
 * Returns a function that writes the start of a row's value as codes contain it.
 *
 * @param length characters taken; 0 for all
 */
export function codeTexts(column: Column, form: PartForm, length: number): (row: number) => string {
  const cut = (text: string) => (length === 0 ? text : text.slice(0, length));
  if (form === 'text' || form === 'lower' || form === 'upper') {
    const write = cellWriter(column);
    if (form === 'text') return (row) => cut(write(row));
    return form === 'lower'
      ? (row) => cut(letters(write(row)))
      : (row) => cut(letters(write(row)).toUpperCase());
  }
  if (column.kind !== 'datetime') return () => '';
  const write = dateWriter(form);
  return (row) => {
    const moment = column.values[row]!;
    return Number.isNaN(moment) ? '' : cut(write(moment));
  };
}

type Found = { from: number; form: PartForm; length: number; mean: number };

/** Returns the forms and lengths of a column that nearly all texts begin with, the longest of each. */
export function codePartOf(
  table: Table,
  {
    from,
    rest,
    rows,
    share,
  }: { from: number; rest: readonly string[]; rows: readonly number[]; share: number },
): Found[] {
  const column = table.columns[from]!;
  const forms = column.kind === 'datetime' ? DATED_FORMS : WORD_FORMS;
  return forms.flatMap((form): Found[] => {
    const whole = codeTexts(column, form, 0);
    const alike = rows.slice(0, FIRST_ROWS).filter((row, i) => whole(row)[0] === rest[i]![0]);
    if (alike.length < MIN_STARTS * Math.min(FIRST_ROWS, rows.length)) return [];
    const texts = rows.map(whole);
    const lengths = [0, ...Array.from({ length: MAX_LENGTH }, (_, i) => MAX_LENGTH - i)];
    for (const length of lengths) {
      const starts = texts.map((text) => (length === 0 ? text : text.slice(0, length)));
      const right = rest.filter(
        (text, i) => starts[i] !== '' && text.startsWith(starts[i]!),
      ).length;
      if (right < share * rest.length) continue;
      const counts = Map.groupBy(starts, (start) => start);
      const most = Math.max(...Array.from(counts.values(), (own) => own.length));
      if (most > MAX_ALIKE * rest.length) continue;
      return [{ from, form, length, mean: starts.join('').length / rest.length }];
    }
    return [];
  });
}
