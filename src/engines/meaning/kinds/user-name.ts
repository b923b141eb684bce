import { writeLocalPart } from '../persons/local-parts.ts';
import type { Kind } from './kind.ts';

export const userName: Kind = {
  headers: [
    'user name|username|login|login name|user login|screen name|nickname|online id',
    'benutzername|benutzerkennung|anmeldename',
    'nom d utilisateur|identifiant',
    'nombre de usuario|usuario',
    'nome utente|utente',
    'gebruikersnaam',
    'nome de usuario|nome de utilizador|utilizador',
  ],
  test: (text) => /^(?=.*\p{L})[\p{L}\d._@+-]{2,64}$/u.test(text),
  make: ({ stream, person, localParts }) => writeLocalPart(localParts, person, stream),
};
