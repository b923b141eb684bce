import { isShort } from './find-table.ts';
import { fitsColumn, type RowShape } from './row-shape.ts';

const TOTAL =
  /^\W*(sub|grand )?(total|sum|summe|gesamt|saldo|balance|solde|somme|suma|totale|totaal|kontostand|(opening|closing|ending|available) balance|end of|ende|fin\b|number of|anzahl)/i;

const firstValue = (values: readonly (string | null)[]) =>
  values.find((value) => value !== null) ?? '';

export const isTotalLabel = (values: readonly (string | null)[]): boolean =>
  TOTAL.test(firstValue(values));

/** Returns true if a short line closes the table rather than being a truncated row. */
export function isClosingLine(
  values: readonly (string | null)[],
  table: { shape: RowShape; behindBlank: boolean },
): boolean {
  const { shape, behindBlank } = table;
  if (!isShort(values, shape.forms.length)) return false;
  return behindBlank || isTotalLabel(values) || !fitsColumn(shape, 0, values[0] ?? null);
}

/** Returns true if a full-width line is a total: most values missing, unlike any row's start. */
export function isTotalRow(values: readonly (string | null)[], shape: RowShape): boolean {
  const [first = null] = values;
  if (!shape.forms[0] || (first !== null && fitsColumn(shape, 0, first))) return false;
  return isTotalLabel(values);
}
