import { writeIban } from '../../synthesize/columns/iban-pattern.ts';
import { mod97, passesIban } from '../../table/check-digits.ts';
import { drawDigits } from '../draw-person.ts';
import type { Kind } from './kind.ts';

export const iban: Kind = {
  kind: 'iban',
  headers: [],
  alone: passesIban,
  /** Generates an IBAN of an unassigned bank in the column's form; German without one. */
  make: ({ stream, pattern }) => {
    if (pattern?.iban) return writeIban(pattern.iban, stream.below(1e9));
    const account = `00000000${drawDigits(10, stream)}`;
    const check = 98 - mod97(`${account}DE00`);
    return `DE${String(check).padStart(2, '0')}${account}`;
  },
};
