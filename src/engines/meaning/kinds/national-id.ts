import { codePattern } from '../../synthesize/columns/code-pattern.ts';
import { drawDigits } from '../persons/draw-person.ts';
import type { Kind } from './kind.ts';

/** Form of a United States social security number; numbers from 900 are never issued. */
const SOCIAL_SECURITY = '9##-##-####';

const DNI = /^(\d{8})([ -]?)([A-Z])$/;
const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** Returns a Spanish DNI with its letter, which follows from the number modulo 23; other texts as they are. */
const withLetter = (text: string): string =>
  text.replace(DNI, (_, digits: string, gap: string) => {
    return `${digits}${gap}${DNI_LETTERS[Number(digits) % 23]}`;
  });

/** Numbers of states: social security, tax, identity cards, passports, driver licenses. */
export const nationalId: Kind = {
  headers: [
    'ssn|social security|social security number|social security no|social insurance number|sin|nino|national insurance number',
    'national id|national id number|tax id|tax number|tax no|tin|taxpayer id|itin|personal id|personal number|personal code|identity number|id card|id card number|identity card|aadhaar|aadhar|aadhaar number|npi|npi number|provider npi|rendering npi|billing npi|national provider identifier',
    'passport|passport no|passport number|driver license|drivers license|driver license number|drivers license number|drivers license no|driving licence|driving licence number|license no|dl number',
    'steuernummer|steuer id|steuer idnr|steueridentifikationsnummer|sozialversicherungsnummer|sv nummer|rentenversicherungsnummer|personalausweisnummer|ausweisnummer|reisepassnummer|passnummer|ahv nummer|fuhrerscheinnummer',
    'securite sociale|n securite sociale|no securite sociale|num securite sociale|numero securite sociale|n de securite sociale|numero de securite sociale|nir|n nir|numero nir|numero fiscal|numero de passeport',
    'dni|nif|nie|curp|rfc|dni nie|numero de la seguridad social|pasaporte|cedula',
    'codice fiscale|numero passaporto|carta d identita',
    'bsn|burgerservicenummer|paspoortnummer|rijksregisternummer',
    'cpf|numero de contribuinte|contribuinte|rg|numero de utente',
    'vat number|vat no|vat id|vat registration number|ust id|ust idnr|umsatzsteuer id|partita iva|p iva|numero de tva|siret|siren|cif|nipc|btw nummer|kvk nummer|nip',
    'pesel|personnummer|fodselsnummer|cpr nummer|henkilotunnus|rodne cislo|cnp',
  ],
  test: (text) => /\d/.test(text),
  isChecked: (text) => DNI.test(text) && withLetter(text) === text,
  identifies: true,
  form: (texts, threshold) => ({ pattern: codePattern(texts, threshold) }),
  /**
   * Generates a number in the column's form, with a first digit of 9 if digits vary. Other positions
   * are random, without check digits but a DNI's letter, so it matches a real number only by chance.
   */
  make: ({ stream, pattern, isChecked }) => {
    if (pattern === undefined) return SOCIAL_SECURITY.replaceAll('#', () => drawDigits(1, stream));
    if (pattern.places.length === 0)
      return `${pattern.prefix}9${drawDigits(Math.max(0, pattern.width - 1), stream)}`;
    const first = pattern.places.findIndex((alphabet) => alphabet.length > 1);
    const text = pattern.places
      .map((alphabet, place) =>
        place === first && alphabet.includes('9') ? '9' : alphabet[stream.below(alphabet.length)],
      )
      .join('');
    return isChecked ? withLetter(text) : text;
  },
};
