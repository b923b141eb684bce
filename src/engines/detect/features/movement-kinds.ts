import type { Ledger } from './ledger.ts';
import { recursEnough } from './rarity.ts';

/** Kind of each row (salary, cash deposit, debit): 0 for all rows where the file names none. */
export type Kinds = { codes: Int32Array; count: number; named: boolean };

/** Reads kinds of movements from the column with the role `direction`; missing ones are a kind. */
export function kindsOf(ledger: Ledger): Kinds {
  const kinds = ledger.codes('direction');
  if (kinds === undefined || !recursEnough(kinds)) {
    return { codes: new Int32Array(ledger.rows), count: 1, named: false };
  }
  const { codes, count } = kinds;
  return {
    codes: codes.map((code) => (code < 0 ? count : code)),
    count: count + 1,
    named: true,
  };
}
