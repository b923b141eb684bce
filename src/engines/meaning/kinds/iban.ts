import { codePattern } from '../../synthesize/columns/code-pattern.ts';
import { writeIban } from '../../synthesize/columns/iban-pattern.ts';
import { ibanOf, passesIban } from '../../table/check-digits.ts';
import { languagesOfCountry } from '../persons/conventions.ts';
import { drawDigits } from '../persons/draw-person.ts';
import type { Kind } from './kind.ts';

const IBAN_FORM = /^[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}$/;

export const iban: Kind = {
  headers: [
    'iban|iban number|international bank account number|counterparty iban|beneficiary iban|payee iban|account iban',
    'iban nummer|gegenkonto|gegenkonto iban|iban empfanger|iban auftraggeber|empfanger iban|iban kontonummer|konto iban',
    'iban beneficiaire|iban contrepartie|compte iban|numero iban',
    'iban beneficiario|iban contraparte|cuenta iban|iban controparte|iban ordinante|conto iban',
    'tegenrekening|tegenrekening iban|iban tegenrekening|iban begunstigde|iban tegenpartij|rekening iban',
  ],
  /** Form of an IBAN: some files have wrong check digits. */
  test: (text) => IBAN_FORM.test(text.trim()),
  alone: passesIban,
  identifies: true,
  languages: (text) => languagesOfCountry(text.trim().slice(0, 2).toUpperCase()),
  form: (texts, threshold) => ({ pattern: codePattern(texts, threshold) }),
  /**
   * Generates an IBAN of an unassigned bank in the column's form, or a number in the form of accounts
   * that are no IBANs; a German one without a form.
   */
  make: ({ stream, pattern }) => {
    if (pattern?.iban) return writeIban(pattern.iban, stream.below(1e9));
    if (pattern !== undefined && pattern.places.length > 0)
      return pattern.places.map((own) => own[stream.below(own.length)]).join('');
    return ibanOf('DE', `00000000${drawDigits(10, stream)}`);
  },
};
