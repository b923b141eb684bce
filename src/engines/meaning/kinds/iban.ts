import { writeIban } from '../../synthesize/columns/iban-pattern.ts';
import { ibanOf, passesIban } from '../../table/check-digits.ts';
import { drawDigits } from '../persons/draw-person.ts';
import type { Kind } from './kind.ts';

export const iban: Kind = {
  kind: 'iban',
  headers: [],
  alone: passesIban,
  /** Generates an IBAN of an unassigned bank in the column's form; German without one. */
  make: ({ stream, pattern }) =>
    pattern?.iban
      ? writeIban(pattern.iban, stream.below(1e9))
      : ibanOf('DE', `00000000${drawDigits(10, stream)}`),
};
