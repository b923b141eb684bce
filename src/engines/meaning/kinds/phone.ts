import { drawDigits } from '../persons/draw-person.ts';
import type { Kind } from './kind.ts';

const PHONE = /^\+?[\d\s().-]{7,20}$/;

export const phone: Kind = {
  kind: 'phone',
  headers: ['telefon|telefonnummer|rufnummer|portable|telefoon|telefoonnummer|telefone|telefono'],
  pattern: /phone|mobile|m[oó]vil|handy|cellulare|(^|[_\s])(tel|fax|cell|mobil)/i,
  test: (text) => PHONE.test(text) && !/^\d\.\d+$/.test(text),
  /** Generates 555-0100 to 555-0199 in North America, else area code 000; none is assigned. */
  make: ({ stream, style: { callingCode } }) =>
    callingCode === '1'
      ? `+1-${200 + stream.below(800)}-555-01${drawDigits(2, stream)}`
      : `+${callingCode} 000 ${drawDigits(7, stream)}`,
};
