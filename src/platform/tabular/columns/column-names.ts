import { AppError } from '../../../shared/errors.ts';

const MAX_COLUMNS = 1000;
const LONGEST_NAME = 255;

/** Returns a name with the lowest number from 2 that none of the names has: `Date (2)`. */
function numbered(name: string, taken: ReadonlyMap<string, number>): string {
  const short = name.slice(0, LONGEST_NAME - 7);
  let number = 2;
  while (taken.has(`${short} (${number})`.toLowerCase())) number++;
  return `${short} (${number})`;
}

type NameOptions = {
  /** Numbers a name that occurs again, instead of refusing it: `Date`, `Date (2)`. */
  numbersTwins?: boolean;
};

/** Trims the names; an unnamed column gets its number. Refuses duplicates and too many columns. */
export function columnNames(
  header: readonly (string | null)[],
  { numbersTwins = false }: NameOptions = {},
): string[] {
  const names = header.map((name, i) => {
    const trimmed = (name ?? '').trim();
    return trimmed === '' ? `column_${i + 1}` : trimmed;
  });
  if (names.length > MAX_COLUMNS) {
    throw new AppError(
      'validation_failed',
      `The file has ${names.length} columns; the limit is ${MAX_COLUMNS}.`,
    );
  }
  const seen = new Map<string, number>();
  const all = new Map(names.map((name, i) => [name.toLowerCase(), i]));
  for (const [i, name] of names.entries()) {
    if (name.length > LONGEST_NAME || name.includes('\0')) {
      throw new AppError(
        'validation_failed',
        name.length > LONGEST_NAME
          ? `The name of column ${i + 1} has ${name.length} characters; the limit is ${LONGEST_NAME}.`
          : `The name of column ${i + 1} contains a zero byte.`,
        { detail: { row: 0, columns: [i + 1] } },
      );
    }
    const key = name.toLowerCase();
    const first = seen.get(key);
    if (first !== undefined && numbersTwins) {
      names[i] = numbered(name, all);
      all.set(names[i].toLowerCase(), i);
    } else if (first !== undefined) {
      throw new AppError(
        'validation_failed',
        `Duplicate header: columns ${first + 1} and ${i + 1} are both named '${name}'.`,
        { detail: { row: 0, columns: [first + 1, i + 1] } },
      );
    }
    seen.set(key, i);
  }
  return names;
}
