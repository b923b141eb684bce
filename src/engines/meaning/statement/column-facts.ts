import type { ColumnLayout } from '../../../shared/column-layout.ts';
import { passesIban } from '../../table/check-digits.ts';
import { cellWriter, isNull } from '../../table/format-table.ts';
import { type Column, lengthOf } from '../../table/table.ts';
import type { ColumnFacts } from '../bank/bank-kind.ts';
import { isCurrency } from '../bank/currency.ts';
import { isDirection } from '../bank/direction.ts';

const MAX_VALUES = 500;
const TELLING_SHARE = 0.9;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const CODE = /^(?=\D*\d)[\p{L}\d._:/+-]*$/u;
const NAME = /^\p{L}[\p{L} .,'&*()/-]*$/u;

/** Matches account numbers of countries without IBANs: groups of digits. */
const isAccountNumber = (text: string): boolean => /^\d{2,6}([- ]\d{2,10}){1,4}$/.test(text);

const TESTS: readonly [NonNullable<ColumnFacts['looksLike']>, (text: string) => boolean][] = [
  ['iban', (text) => passesIban(text) || isAccountNumber(text)],
  ['currency', isCurrency],
  ['bic', (text) => BIC.test(text)],
  ['code', (text) => CODE.test(text)],
  ['name', (text) => NAME.test(text) && text.split(' ').length <= 5],
];

function looksLike(values: readonly string[]): ColumnFacts['looksLike'] {
  if (values.length === 0) return null;
  if (isDirection(values)) return 'direction';
  const share = (test: (text: string) => boolean) => values.filter(test).length / values.length;
  return TESTS.find(([, test]) => share(test) >= TELLING_SHARE)?.[0] ?? 'text';
}

const mean = (values: readonly string[], of: (text: string) => number): number =>
  values.length === 0 ? 0 : values.reduce((sum, text) => sum + of(text), 0) / values.length;

/** Counts present and distinct values, with the first rows of up to 500 of them. */
function occurrencesOf(column: Column, rows: number) {
  const values = column.kind === 'category' ? column.codes : column.values;
  const seen = new Set<number>();
  const firstRows: number[] = [];
  let present = 0;
  for (let row = 0; row < rows; row++) {
    if (isNull(column, row)) continue;
    present++;
    if (seen.has(values[row])) continue;
    seen.add(values[row]);
    if (firstRows.length < MAX_VALUES) firstRows.push(row);
  }
  return { present, distinct: seen.size, firstRows };
}

export function factsOf(
  column: Column,
  layout: Pick<ColumnLayout, 'type'>,
  place: number,
): ColumnFacts {
  const rows = lengthOf(column);
  const { present, distinct, firstRows } = occurrencesOf(column, rows);
  const write = cellWriter(column);
  const values = firstRows.map((row) => write(row));
  return {
    name: column.name,
    place,
    type: layout.type,
    isNumber: column.kind === 'number',
    rows,
    present,
    distinct,
    values,
    meanLength: mean(values, (text) => text.length),
    meanWords: mean(values, (text) => text.split(/\s+/).length),
    looksLike: column.kind === 'datetime' ? null : looksLike(values),
  };
}
