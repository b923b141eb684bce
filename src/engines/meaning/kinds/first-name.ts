import { languagesOfName } from '../persons/conventions.ts';
import { areCapitals } from '../persons/name-order.ts';
import type { Kind } from './kind.ts';

export const firstName: Kind = {
  headers: [
    'first name|name first|given name|name given|forename|first names|given names|christian name|fname',
    'vorname|vornamen|rufname',
    'prenom|prenoms',
    'primer nombre|nombre de pila|nombres',
    'nome di battesimo',
    'voornaam|voornamen',
    'primeiro nome|nome proprio',
  ],
  languages: languagesOfName,
  form: (texts) => ({ style: { capitals: areCapitals(texts) } }),
  make: ({ person }) => person.given,
};
