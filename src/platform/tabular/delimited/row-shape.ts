const MIN_VALUES = 20;
/** A column distinguishes rows from other lines where so large a share of its values is of forms with digits. */
const TELLING_SHARE = 0.9;
/** A form is one of a column's where so large a share of its values have it. */
const FORM_SHARE = 0.01;

/** A value's form: each run of letters as a, each run of digits as 9, no quotes, everything else as it stands. */
const formOf = (value: string) =>
  value
    .replace(/["']/g, '')
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9');

/** What the rows of a table look like, to distinguish a line from the middle of a text. */
export type RowShape = {
  /** For each column its forms that hold digits; null where these are not nearly all, and the column says nothing. */
  forms: (ReadonlySet<string> | null)[];
  telling: boolean;
};

/** Learns the forms of columns like identifiers, dates and amounts from ordinary rows. */
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

/** Whether a value could stand in the column. */
export function fitsColumn(shape: RowShape, column: number, value: string | null): boolean {
  const forms = shape.forms[column];
  return value === null || !forms || forms.has(formOf(value));
}

/** Whether values could be a row of the table. */
export const fitsShape = (shape: RowShape, values: readonly (string | null)[]): boolean =>
  values.every((value, column) => fitsColumn(shape, column, value));
