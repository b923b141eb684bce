import { isShort } from './find-table.ts';
import { fitsColumn, type RowShape } from './row-shape.ts';

/** What statements call the lines below their last row, in the languages of those that are read. */
const TOTAL =
  /^\W*(sub|grand )?(total|sum|summe|gesamt|saldo|balance|solde|somme|suma|totale|totaal|kontostand|(opening|closing|ending|available) balance|end of|ende|fin\b|number of|anzahl)/i;

const firstValue = (values: readonly (string | null)[]) =>
  values.find((value) => value !== null) ?? '';

/** Whether a line with too few values closes the table, rather than being a row that was cut off. */
export function isClosingLine(
  values: readonly (string | null)[],
  table: { shape: RowShape; behindBlank: boolean },
): boolean {
  const { shape, behindBlank } = table;
  if (!isShort(values, shape.forms.length)) return false;
  return behindBlank || TOTAL.test(firstValue(values)) || !fitsColumn(shape, 0, values[0] ?? null);
}

/** Whether a line with as many values as a row is a total: most of them missing, and no row starts so. */
export function isTotalRow(values: readonly (string | null)[], shape: RowShape): boolean {
  const [first = null] = values;
  if (!shape.forms[0] || (first !== null && fitsColumn(shape, 0, first))) return false;
  return TOTAL.test(firstValue(values));
}
