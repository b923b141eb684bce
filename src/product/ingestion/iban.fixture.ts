import { mod97 } from '../../engines/table/check-digits.ts';

/** Returns a German IBAN of a nonexistent bank, with valid check digits. */
export function ibanOf(account: number): string {
  const bban = `99999999${String(account * 7_919_317).padStart(10, '0')}`;
  const check = 98 - mod97(`${bban}DE00`);
  return `DE${String(check).padStart(2, '0')}${bban}`;
}
