import type { Dialect } from './dialect.ts';

/**
 * The values of one whole record. A value of no characters and without quotes is null; `""` is the
 * empty string. Only for records that the scanner found no fault with.
 */
export function splitRecord(record: string, dialect: Dialect): (string | null)[] {
  const { delimiter, quote } = dialect;
  const escapeWith = dialect.escape === 'backslash' ? '\\' : quote;
  const values: (string | null)[] = [];
  let at = 0;
  for (;;) {
    let from = at;
    while (record[from] === ' ') from++;
    if (record[from] === quote) {
      let value = '';
      let i = from + 1;
      for (; i < record.length; i++) {
        const character = record[i]!;
        if (
          character === escapeWith &&
          i + 1 < record.length &&
          (escapeWith !== quote || record[i + 1] === quote)
        ) {
          value += record[++i];
        } else if (character === quote) break;
        else value += character;
      }
      values.push(value);
      const next = record.indexOf(delimiter, i + 1);
      if (next < 0) return values;
      at = next + 1;
    } else {
      const next = record.indexOf(delimiter, at);
      const value = record.slice(at, next < 0 ? undefined : next);
      values.push(value === '' ? null : value);
      if (next < 0) return values;
      at = next + 1;
    }
  }
}
