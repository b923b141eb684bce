import { languagesOfName } from '../persons/conventions.ts';
import { areCapitals } from '../persons/name-order.ts';
import type { Kind } from './kind.ts';

export const lastName: Kind = {
  headers: [
    'last name|name last|family name|surname|lname|maiden name|mothers maiden name',
    'nachname|familienname|zuname|geburtsname',
    'nom de famille|nom de naissance',
    'apellido|apellidos|primer apellido|segundo apellido',
    'cognome',
    'achternaam|familienaam',
    'apelido|apelidos|sobrenome|ultimo nome',
  ],
  languages: languagesOfName,
  form: (texts) => ({ style: { capitals: areCapitals(texts) } }),
  make: ({ person }) => person.family,
};
