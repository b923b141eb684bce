import type { Kind } from './kind.ts';

export const lastName: Kind = {
  kind: 'last_name',
  headers: [
    'last name|family name|surname|lname|maiden name|mothers maiden name',
    'nachname|familienname|zuname|geburtsname',
    'nom de famille|nom de naissance',
    'apellido|apellidos|primer apellido|segundo apellido',
    'cognome',
    'achternaam|familienaam',
    'apelido|apelidos|sobrenome|ultimo nome',
  ],
  make: ({ person }) => person.family,
};
