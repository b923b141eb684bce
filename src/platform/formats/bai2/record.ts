import { type Amount, fromMinorUnits } from '../amount.ts';
import { decimalsOf } from '../currencies.ts';
import { refuseAt, shown } from '../refuse.ts';

export type Bai2Record = { code: string; texts: string[]; line: number };

const withoutEnd = (text: string) => text.replace(/\/\s*$/, '');

export function fieldsOf({ texts }: Bai2Record): string[] {
  return texts.flatMap((text) => withoutEnd(text).split(',').slice(1)).map((field) => field.trim());
}

/** Parses an amount in minor units, with or without a sign; null if the field is empty. */
export function amountAt(
  text: string | undefined,
  currency: string | null,
  line: number,
): Amount | null {
  if (text === undefined || text === '') return null;
  if (!/^[+-]?\d{1,18}$/.test(text))
    refuseAt({ line, path: null }, `${shown(text)} is not an amount in minor units.`);
  return fromMinorUnits(BigInt(text.replace('+', '')), decimalsOf(currency));
}

/**
 * Counts the fields of an availability from `at`, including its code: none, a day and a time (V),
 * three amounts (S), or a number of pairs (D).
 */
export function availabilityFields(fields: readonly string[], at: number, line: number): number {
  const kind = fields[at] ?? '';
  if (kind === 'S') return 4;
  if (kind === 'V') return 3;
  if (kind === 'D') {
    const pairs = Number(fields[at + 1] ?? '');
    if (!Number.isInteger(pairs) || pairs > 10_000)
      refuseAt(
        { line, path: null },
        `${shown(fields[at + 1] ?? '')} is not a number of availabilities.`,
      );
    return 2 + 2 * pairs;
  }
  if (!['', 'Z', '0', '1', '2'].includes(kind))
    refuseAt({ line, path: null }, `${shown(kind)} is not a funds type.`);
  return 1;
}
