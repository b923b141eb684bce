import type { Kind } from './kind.ts';

export const firstName: Kind = {
  kind: 'first_name',
  headers: [
    'first name|given name|forename|first names|given names|christian name|fname',
    'vorname|vornamen|rufname',
    'prenom|prenoms',
    'primer nombre|nombre de pila|nombres',
    'nome di battesimo',
    'voornaam|voornamen',
    'primeiro nome|nome proprio',
  ],
  make: ({ person }) => person.given,
};
