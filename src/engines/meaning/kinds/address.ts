import { CONVENTIONS, languagesOfStreet } from '../persons/conventions.ts';
import { pick } from '../persons/draw-person.ts';
import type { Kind } from './kind.ts';

export const address: Kind = {
  headers: [
    'street address|home address|mailing address',
    'adresse|anschrift|strasse|strasse und hausnummer|strasse hausnummer|wohnadresse',
    'rue|adresse postale|voie',
    'direccion|calle|domicilio',
    'indirizzo|via|residenza',
    'adres|straat|straatnaam|woonadres',
    'endereco|morada|rua',
  ],
  pattern: /(^|[_\s-])(address|street|addr|address_?line_?\d)$/i,
  languages: languagesOfStreet,
  make: ({ stream, style: { language } }) => {
    const { streets, address: write } = CONVENTIONS[language];
    const number = 1 + stream.below(999);
    return write(pick(streets, stream), number);
  },
};
