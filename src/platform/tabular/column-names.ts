import { AppError } from '../../shared/errors.ts';

/** Names of the columns, trimmed; one without a name gets its number. Duplicates are refused. */
export function columnNames(header: readonly (string | null)[]): string[] {
  const names = header.map((name, i) => {
    const trimmed = (name ?? '').trim();
    return trimmed === '' ? `column_${i + 1}` : trimmed;
  });
  const seen = new Map<string, number>();
  for (const [i, name] of names.entries()) {
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
