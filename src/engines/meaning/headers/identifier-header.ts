import { plainHeader } from './match-header.ts';
import { memberHeaders } from './member-headers.ts';

export type IdentifierOwner = 'customer' | 'account';

const BEFORE =
  '(?:id|nr|nbr|no|n|num|numero|numer|numeris|codice|codigo|code|own|eigenes?|eigene|de|del|di|do|da|du)*';
const BEHIND = '(?:id|uuid|key|nr|nbr|no|num|number|nummer|numero|code|ref|iban)?';
const words = (list: string) => new RegExp(`^${BEFORE}(?:${list})${BEHIND}$`);

/** Customer terms in the languages of bank files, without blanks. */
const CUSTOMER = words(
  'customer|client|member|kunden?|mitglieds?|cliente|klant|klienta|κωδικοσπελατη',
);
const ACCOUNT = words(
  'account|acct|acc|iban|konto|konten|auftragskonto|girokonto|compte|cuenta|tarjeta|conto|contocorrente|rekening|conta|contacorrente|rachunku|rachunek|konta|portfolio|depot|saskaita|saskaitos|λογαριασμος|λογαριασμου',
);

/** Contract terms; each contract belongs to one customer. */
const CONTRACT =
  /^(?:policy|policen?|poliza|polizza|apolice|polis|contract|vertrags?|contrat|contrato|contratto)(?:id|nr|no|num|number|nummer|numero)$|^(?:numero|n|no|nr|id)(?:de|di|do)?(?:police|poliza|polizza|apolice|contrat|contrato|contratto)$/;

/** Things with one identifier each, under which rows recur. */
const THING =
  'loan|mortgage|lease|credit|darlehens?|kredit|pret|prestamo|mutuo|emprestimo|lening|contract|vertrags?|contrat|contrato|contratto|policy|policen?|poliza|polizza|apolice|polis|claim|schaden|sinistre|siniestro|sinistro|meter|zahler|zaehler|compteur|contador|contatore|cards?|karten?|carte|tarjeta|carta|kaart|vehicle|fahrzeug|vehicule|vehiculo|veicolo|veiculo|voertuig|terminal|device|gerate?|treaty|facility|tranche|deal|shipment|project|projekt|projet|proyecto|progetto|asset|machine|maschine|equipment|mandate|mandat';
const NUMBERED_THING = new RegExp(`^(?:${THING})$`);
const NUMBER_OF_THING = new RegExp(
  `^(?:${THING})(?:id|uuid|key|nr|nbr|no|num|number|nummer|numero)$|^(?:numero|num|no|nr|n|id)(?:de|di|do|du)?(?:la)?(?:${THING})$`,
);
const headerOf = (name: string) => plainHeader(name).replaceAll(' ', '');

/** Returns true if a header is the name of a thing that its values can number: *loan*, *meter*. */
export const namesNumberedThing = (name: string): boolean => NUMBERED_THING.test(headerOf(name));

/** Returns true if a header is the number of such a thing: *Kartennummer*, *loan no*. */
export const namesNumberOfThing = (name: string): boolean => NUMBER_OF_THING.test(headerOf(name));

/** Returns the owner if a header names a customer or account identifier; otherwise null. */
export function identifierOwner(name: string): IdentifierOwner | null {
  const headers = memberHeaders(name).map((header) => plainHeader(header).replaceAll(' ', ''));
  if (headers.some((header) => CUSTOMER.test(header))) return 'customer';
  return headers.some((header) => ACCOUNT.test(header) || CONTRACT.test(header)) ? 'account' : null;
}
