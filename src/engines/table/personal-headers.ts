import { plainHeader } from './match-header.ts';
import type { PersonalKind } from './personal-kinds.ts';

/** Complete headers of personal data in German, French, Spanish, Italian, Dutch and Portuguese. */
const HEADERS: readonly { kind: PersonalKind; headers: readonly string[] }[] = [
  {
    kind: 'first_name',
    headers: [
      'vorname|vornamen',
      'prenom|prenoms',
      'primer nombre',
      'voornaam|voornamen',
      'primeiro nome',
    ],
  },
  {
    kind: 'last_name',
    headers: [
      'nachname|familienname',
      'nom de famille',
      'apellido|apellidos|primer apellido|segundo apellido',
      'cognome',
      'achternaam',
      'apelido|sobrenome|ultimo nome',
    ],
  },
  {
    kind: 'person_name',
    headers: [
      'inhaber|kontoinhaber|karteninhaber|kundenname|vollstandiger name',
      'nom|nom complet|nom du client|nom du titulaire|titulaire|titulaire du compte',
      'nombre|nombre completo|nombre del cliente|nombre y apellidos|titular|titular de la cuenta',
      'nome e cognome|intestatario|intestatario conto|nome cliente',
      'naam|volledige naam|klantnaam|rekeninghouder|naam rekeninghouder',
      'nome|nome completo|nome do cliente|titular da conta',
    ],
  },
  {
    kind: 'address',
    headers: [
      'adresse|anschrift|strasse|strasse und hausnummer',
      'rue|adresse postale',
      'direccion|calle|domicilio',
      'indirizzo',
      'adres|straat|straatnaam',
      'endereco|morada|rua',
    ],
  },
  {
    kind: 'national_id',
    headers: [
      'steuernummer|steuer id|steueridentifikationsnummer|sozialversicherungsnummer|personalausweisnummer|reisepassnummer',
      'numero de securite sociale',
      'dni|nif',
      'codice fiscale',
      'bsn|burgerservicenummer',
      'cpf|numero de contribuinte',
    ],
  },
];

const KINDS = new Map(
  HEADERS.flatMap(({ kind, headers }) =>
    headers
      .join('|')
      .split('|')
      .map((header) => [header, kind] as const),
  ),
);

/** Returns the kind of a complete personal-data header, ignoring accents, case and separators. */
export const personalHeader = (name: string): PersonalKind | null =>
  KINDS.get(plainHeader(name)) ?? null;
