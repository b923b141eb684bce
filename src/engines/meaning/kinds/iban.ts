import { codePattern } from '../../synthesize/columns/code-pattern.ts';
import { writeIban } from '../../synthesize/columns/iban-pattern.ts';
import { ibanOf, passesIban } from '../../table/check-digits.ts';
import { languagesOfCountry } from '../persons/conventions.ts';
import { drawDigits } from '../persons/draw-person.ts';
import type { Kind } from './kind.ts';

export const iban: Kind = {
  headers: [],
  alone: passesIban,
  identifies: true,
  languages: (text) => languagesOfCountry(text.trim().slice(0, 2).toUpperCase()),
  form: (texts, threshold) => ({ pattern: codePattern(texts, threshold) }),
  /** Generates an IBAN of an unassigned bank in the column's form; German without one. */
  make: ({ stream, pattern }) =>
    pattern?.iban
      ? writeIban(pattern.iban, stream.below(1e9))
      : ibanOf('DE', `00000000${drawDigits(10, stream)}`),
};
