const MIN_VALUES = 20;
/** Share of values with digits from which a column helps to recognize rows. */
const TELLING_SHARE = 0.9;
/** Minimum share of a column's values for a form to count. */
const FORM_SHARE = 0.01;

/** Returns a value's form: letters become a, digits 9, quotes are dropped. */
const formOf = (value: string) =>
  value
    .replace(/["']/g, '')
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9');

/** Shape of a table's rows, to distinguish a row from a line within a text. */
export type RowShape = {
  /** Forms with digits of each column; null if these are not nearly all values. */
  forms: (ReadonlySet<string> | null)[];
  telling: boolean;
};

/** Learns the forms of columns such as identifiers, dates and amounts from ordinary rows. */
export function shapeOf(rows: readonly (readonly (string | null)[])[], columns: number): RowShape {
  const forms = Array.from({ length: columns }, (_, column) => {
    const counts = new Map<string, number>();
    let values = 0;
    for (const row of rows) {
      const value = row[column];
      if (value === null || value === undefined) continue;
      values++;
      const form = formOf(value);
      counts.set(form, (counts.get(form) ?? 0) + 1);
    }
    if (values < MIN_VALUES) return null;
    const numeric = [...counts].filter(([form]) => form.includes('9'));
    const usual = numeric.filter(([, count]) => count >= FORM_SHARE * values);
    const covered = usual.reduce((sum, [, count]) => sum + count, 0);
    return covered >= TELLING_SHARE * values ? new Set(usual.map(([form]) => form)) : null;
  });
  return { forms, telling: forms.some((form) => form !== null) };
}

export function fitsColumn(shape: RowShape, column: number, value: string | null): boolean {
  const forms = shape.forms[column];
  return value === null || !forms || forms.has(formOf(value));
}

export const fitsShape = (shape: RowShape, values: readonly (string | null)[]): boolean =>
  values.every((value, column) => fitsColumn(shape, column, value));
