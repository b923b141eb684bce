import { AppError } from '../../../shared/errors.ts';

const MAX_COLUMNS = 1000;
const LONGEST_NAME = 255;

/** Trims the names; an unnamed column gets its number. Refuses duplicates and too many columns. */
export function columnNames(header: readonly (string | null)[]): string[] {
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
    if (first !== undefined) {
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
