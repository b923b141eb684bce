import { longTextNumber } from '../../random/text-number.ts';
import { passesIban } from '../../table/check-digits.ts';
import type { Column, Table } from '../../table/table.ts';
import { type IbanPattern, ibanPattern, writeIban } from './iban-pattern.ts';
import { wordColumn } from './word-column.ts';

/** BIC whose country IBANs have, with the pattern of each country. */
export type BankCountry = { bic: number; patterns: IbanPattern[] };

const MIN_SHARE = 0.98;
const MAX_NUMBER = 1e9;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

const countryOfBic = (text: string | undefined): string | null =>
  text !== undefined && BIC.test(text) ? text.slice(4, 6) : null;

const textAt = (column: Column | undefined, row: number): string | undefined =>
  column?.kind === 'category' ? column.dictionary[column.codes[row]!] : undefined;

/** Returns the BIC column whose country a column's IBANs have; null if there is none. */
export function findBankCountry(
  table: Table,
  column: Column,
  threshold: number,
): BankCountry | null {
  if (column.kind !== 'category') return null;
  const ibans = column.dictionary.filter(passesIban);
  if (ibans.length < threshold || ibans.length < MIN_SHARE * column.dictionary.length) return null;
  const bic = table.columns.findIndex((other) => {
    if (other.kind !== 'category' || other === column) return false;
    const known = other.dictionary.filter((text) => countryOfBic(text) !== null);
    if (known.length === 0 || known.length < MIN_SHARE * other.dictionary.length) return false;
    const countries = other.dictionary.map(countryOfBic);
    let [same, all] = [0, 0];
    other.codes.forEach((code, row) => {
      const own = textAt(column, row);
      const country = countries[code];
      if (own === undefined || country === undefined || country === null) return;
      all++;
      if (own.startsWith(country)) same++;
    });
    return all > 0 && same >= MIN_SHARE * all;
  });
  if (bic < 0) return null;
  const patterns = [...Map.groupBy(ibans, (text) => text.slice(0, 2)).values()].flatMap(
    (own) => ibanPattern(own, threshold) ?? [],
  );
  return patterns.length > 1 ? { bic, patterns } : null;
}

/** Writes IBANs of the country of the row's BIC. */
export function withBankCountries(
  table: Table,
  plans: readonly { bank?: BankCountry | undefined }[],
): Table {
  const columns = table.columns.map((column, i): Column => {
    const own = plans[i]?.bank;
    if (own === undefined || column.kind !== 'category') return column;
    const patternOf = new Map(own.patterns.map((pattern) => [pattern.country, pattern]));
    return wordColumn(column, table.rows, (row) => {
      const text = textAt(column, row);
      const country = countryOfBic(textAt(table.columns[own.bic], row));
      const pattern = patternOf.get(country ?? '');
      if (text === undefined || pattern === undefined || text.startsWith(pattern.country))
        return text ?? null;
      return writeIban(pattern, longTextNumber(text) % MAX_NUMBER);
    });
  });
  return { rows: table.rows, columns };
}
