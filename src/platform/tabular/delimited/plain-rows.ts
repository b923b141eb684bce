/**
 * The form in which rows pass from the parser to the store. It needs no quotes, so it can be read in one way only:
 * values are separated by 0x1F, rows end with LF, no value is nothing at all, and what a value could be mistaken
 * for is written as 0x1B and a letter.
 */
export const SEPARATOR = 0x1f;
export const ROW_END = 0x0a;
export const ESCAPE = 0x1b;

/** The empty string, which differs from no value. */
export const EMPTY = 0x30;
/** No value in a table of one column, where nothing at all would be no row. */
const MISSING = 0x7a;

const LETTERS: readonly { byte: number; letter: number }[] = [
  { byte: 0x0a, letter: 0x6e },
  { byte: 0x0d, letter: 0x72 },
  { byte: SEPARATOR, letter: 0x75 },
  // Last: what stood behind it must not be taken for an escape when it is put back.
  { byte: ESCAPE, letter: 0x65 },
];

/** The letter that stands for a byte; 0 for a byte that stands for itself. */
export const escapeLetter = new Uint8Array(256);
for (const { byte, letter } of LETTERS) escapeLetter[byte] = letter;

/** The line above the rows, so that a mark in the first value is not the file's byte order mark. */
export const firstLine = Uint8Array.of(0x2d, ROW_END);

export const missingRow = Uint8Array.of(ESCAPE, MISSING, ROW_END);

const text = (...bytes: number[]) => String.fromCharCode(...bytes);
const chr = (byte: number) => `chr(${byte})`;

/** SQL of a value as it was, from a column in which something is escaped. */
export function restoredSql(column: string): string {
  const restored = LETTERS.reduce(
    (sql, { byte, letter }) => `replace(${sql}, ${chr(ESCAPE)} || ${chr(letter)}, ${chr(byte)})`,
    column,
  );
  const is = (letter: number) => `${column} = ${chr(ESCAPE)} || ${chr(letter)}`;
  return `case when ${is(EMPTY)} then '' when ${is(MISSING)} then null else ${restored} end`;
}

function restored(value: string): string | null {
  if (value === '' || value === text(ESCAPE, MISSING)) return null;
  if (value === text(ESCAPE, EMPTY)) return '';
  return LETTERS.reduce(
    (all, { byte, letter }) => all.replaceAll(text(ESCAPE, letter), text(byte)),
    value,
  );
}

/** The values of one row in that form, without its end. */
export const valuesOf = (row: Buffer): (string | null)[] =>
  row.toString('utf8').split(text(SEPARATOR)).map(restored);
