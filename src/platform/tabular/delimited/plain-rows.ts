/**
 * Format of rows between parser and store. It needs no quotes, so it is unambiguous: 0x1F separates
 * values, LF ends rows, a missing value has no bytes, and ambiguous bytes are escaped as 0x1B and a
 * letter.
 */
export const SEPARATOR = 0x1f;
export const ROW_END = 0x0a;
export const ESCAPE = 0x1b;

/** Empty string, distinct from a missing value. */
export const EMPTY = 0x30;
/** Missing value in a table of one column, where no bytes would be no row. */
const MISSING = 0x7a;

const LETTERS: readonly { byte: number; letter: number }[] = [
  { byte: 0x0a, letter: 0x6e },
  { byte: 0x0d, letter: 0x72 },
  { byte: SEPARATOR, letter: 0x75 },
  // Last: when unescaping, the text after it must not be taken for an escape.
  { byte: ESCAPE, letter: 0x65 },
];

/** Escape letter of each byte; 0 if the byte needs none. */
export const escapeLetter = new Uint8Array(256);
for (const { byte, letter } of LETTERS) escapeLetter[byte] = letter;

/** Line above the rows, so that a mark in the first value is not taken for a byte order mark. */
export const firstLine = Uint8Array.of(0x2d, ROW_END);

export const missingRow = Uint8Array.of(ESCAPE, MISSING, ROW_END);

const text = (...bytes: number[]) => String.fromCharCode(...bytes);
const chr = (byte: number) => `chr(${byte})`;

export function restoredSql(column: string): string {
  const restored = LETTERS.reduce(
    (sql, { byte, letter }) => `replace(${sql}, ${chr(ESCAPE)} || ${chr(letter)}, ${chr(byte)})`,
    column,
  );
  const is = (letter: number) => `${column} = ${chr(ESCAPE)} || ${chr(letter)}`;
  return `case when ${is(EMPTY)} then '' when ${is(MISSING)} then null else ${restored} end`;
}

export function restored(value: string): string | null {
  if (value === '' || value === text(ESCAPE, MISSING)) return null;
  if (value === text(ESCAPE, EMPTY)) return '';
  return LETTERS.reduce(
    (all, { byte, letter }) => all.replaceAll(text(ESCAPE, letter), text(byte)),
    value,
  );
}

export const valuesOf = (row: Buffer): (string | null)[] =>
  row.toString('utf8').split(text(SEPARATOR)).map(restored);
