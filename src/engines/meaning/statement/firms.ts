import { entityIndex } from '../../table/sequence-shape.ts';
import type { CategoryColumn, Table } from '../../table/table.ts';
import { isCompany } from '../kinds/employer.ts';
import { isGivenName } from '../persons/given-names.ts';
import { nameTokens } from '../persons/name-tokens.ts';

/** Accounts by which a payee is no private one, and their share if the payee has a given name. */
const SHARED_BY = 5;
const SHARED_SHARE = 0.1;
const MERCHANT_ROWS = 0.5;
/** Rows, and their share by card or direct debit, from which a name with a given name is a shop's. */
const MIN_COLLECTED = 3;
const COLLECTED_SHARE = 0.95;
/** Values of a column of payment types at most. */
const MAX_TYPES = 30;
/** Share of payees with an account from which those without one are merchants, paid by card. */
const NUMBERED_SHARE = 0.2;

/** Columns of payments, as places in the table; -1 for none. */
export type PaymentColumns = {
  payee: number;
  account: number;
  date: number;
  iban: number;
  text: number;
  /** Amount, or the column of debits where credits have their own. */
  amount: number;
};

const TRADE =
  /(?:^|[\s./-])(?:markt|market|supermarkt|supermarket|shop|store|stores|bahn|railway|rail|stadtwerke|station|tankstelle|international|versicherung(?:en)?|insurance|assurances?|bank|sparkasse|volksbank|apotheke|pharmacy|pharmacie|b[äa]ckerei|bakery|metzgerei|restaurant|caf[eé]|hotel|kino|cinema|fitness|gym|verlag|verein|club|finanzamt|amt|stadt|city|council|gemeinde|landesamt|krankenkasse|energie|energy|power|gas|water|electric|telecom|telekom|mobile|media|online|payments?|europe|deutschland|services?|solutions|university|universit[äa]t|school|schule|hospital|klinik|immobilien|properties|lettings|hausverwaltung|bauverein|wohnbau|wohnungsbau|genossenschaft|apartments|mgmt|management|wireless|airlines?|airways|express|foods?|fashion|m[öo]bel|baumarkt|drogerie|outfitters|entertainment|subscription|tv|magazine|taxi|parking|parkhaus|cinemas|pizza|sushi|burger|grill|kebab|supermarch[eé]|supermercados?|supermercato|hipermercado|carrefour|boulangerie|panader[ií]a|panificio|bakkerij|slagerij|boucherie|farmacia|farm[aá]cia|apotheek|mairie|ayuntamiento|comune|gemeente|belastingdienst|imp[oô]ts|tr[eé]sor|hacienda|agenzia|mutuelle|caisse|caf|urssaf|mutua|assicurazioni|seguros|verzekering(?:en)?|zorgverzekeraar|zorg|wonen|woningcorporatie|energia|[eé]nergie|electricit[eé]|electricidad|luce|agua|acqua|eau|spoorwegen|ferrocarriles|trenitalia|sncf|renfe|gasolinera|gasolinas|benzina|carburants?|correos|poste|notaire|clinique|cl[ií]nica|h[oô]pital|[eé]cole|colegio|librairie|librer[ií]a|winkel|drogisterij|bouwmarkt|tuincentrum|ristorante|trattoria|pizzeria|bistrot?|brasserie|groupe?|groep|gruppo|grupo|restaurante)(?:$|[\s./-])/iu;

/** Texts of card payments and direct debits, which no private person collects. */
const COLLECTED =
  /kartenzahlung|kartenumsatz|\bkarte\b|girocard|maestro|\bcard\b|\bpos\b|\bvisa\b|mastercard|contactless|apple pay|google pay|lastschrift|direct debit|\bddr?\b|ach debit|bill ?pay|autopay|betaalautomaat|pasvolgnr|\bpin\b|incasso|paiement cb|\bcarte\b|\bcb\b|pr[eé]l[eè]vement|\bprlv\b|\btarjeta\b|\brecibo\b|domiciliaci[oó]n|\bbancomat\b|\bcarta\b|\bsdd\b|cart[aã]o|d[eé]bito direto|bargeld|geldautomat|\batm\b|withdrawal|prelievo|\bretrait\b|\bdab\b|\bcajero\b|reintegro|geldmaat|geldopname|levantamento|multibanco/i;

const MERCHANT_TEXT =
  /\babo\b|subscription|rechnung|invoice|kundennummer|kundennr|customer no|vertrag|contract|\bbill\b|einkauf|purchase|\.com\b|automatische afschrijving|machtiging|klantnummer|factuur|acceptgiro|facture|abonnement|\bcompra\b|factura|suscripci[oó]n|addebito|fattura|abbonamento|fatura|assinatura|mandat/i;

/** Returns true for a name that has a firm's form: its legal form or trade, a brand, a number. */
const isFirm = (name: string): boolean =>
  isCompany(name) ||
  TRADE.test(name) ||
  /\d|&|\.\p{L}{2,3}\b/u.test(name) ||
  (/^\S{3,}$/u.test(name) && !nameTokens(name).every(isGivenName));

const hasGivenName = (name: string) => nameTokens(name).some(isGivenName);

/** Returns the rows of cards and direct debits. */
export const collectedRows = (table: Table, columns: PaymentColumns): Uint8Array =>
  rowsWith(COLLECTED, table, columns);

/** Returns true for words of a firm: its legal form or trade. */
export const isFirmRun = (words: string): boolean => isCompany(words) || TRADE.test(words);

/** Returns the rows whose text, or type of payment in another column, passes a test. */
function rowsWith(
  test: RegExp,
  table: Table,
  { payee, text, account }: PaymentColumns,
): Uint8Array {
  const found = new Uint8Array(table.rows);
  table.columns.forEach((column, i) => {
    if (column.kind !== 'category' || i === payee || i === account) return;
    if (i !== text && column.dictionary.length > MAX_TYPES) return;
    const passes = column.dictionary.map((own) => test.test(own));
    column.codes.forEach((code, row) => {
      if (passes[code]) found[row] = 1;
    });
  });
  return found;
}

/**
 * Returns the accounts that each payee is paid by, the share of its rows that are a merchant's, and
 * whether it collects by card or direct debit and has an account number.
 */
function countsOf(table: Table, columns: PaymentColumns, of: Int32Array) {
  const { codes, dictionary } = table.columns[columns.payee] as CategoryColumn;
  const iban = table.columns[columns.iban];
  const collected = rowsWith(COLLECTED, table, columns);
  const merchants = rowsWith(MERCHANT_TEXT, table, columns);
  const accounts = dictionary.map(() => new Set<number>());
  const rows = new Float64Array(dictionary.length);
  const merchant = new Float64Array(dictionary.length);
  const card = new Float64Array(dictionary.length);
  const numbered = new Float64Array(dictionary.length);
  codes.forEach((code, row) => {
    if (code < 0) return;
    accounts[code]!.add(of[row]!);
    rows[code]!++;
    merchant[code]! += merchants[row]! | collected[row]!;
    card[code]! += collected[row]!;
    if (iban?.kind === 'category' && iban.codes[row]! >= 0) numbered[code]!++;
  });
  return dictionary.map((_, code) => ({
    accounts: accounts[code]!.size,
    merchantShare: merchant[code]! / Math.max(1, rows[code]!),
    isCollector: rows[code]! >= MIN_COLLECTED && card[code]! >= COLLECTED_SHARE * rows[code]!,
    isNumbered: numbered[code]! > 0,
  }));
}

/** Returns the account number of each row; 0 throughout a file of one. */
export const accountsOf = (table: Table, { account }: Pick<PaymentColumns, 'account'>) =>
  account < 0 ? { of: new Int32Array(table.rows), count: 1 } : entityIndex(table.columns[account]!);

/**
 * Finds the payees of a file that are shops, employers and other firms: by the form of the name, by
 * texts of card payments, direct debits and invoices, because they alone have no account number, or
 * because many accounts share them. A name in doubt is a person's.
 */
export function firmsOf(table: Table, columns: PaymentColumns): Set<string> {
  const payee = table.columns[columns.payee] as CategoryColumn;
  const { of, count } = accountsOf(table, columns);
  const counts = countsOf(table, columns, of);
  const numbered = counts.filter(({ isNumbered }) => isNumbered).length;
  const areNumbered = numbered >= NUMBERED_SHARE * counts.length;
  const firms = payee.dictionary.filter((name, code) => {
    if (isFirm(name)) return true;
    const { accounts, merchantShare, isCollector, isNumbered } = counts[code]!;
    if (isCollector) return true;
    if (hasGivenName(name)) return accounts >= Math.max(SHARED_BY, SHARED_SHARE * count);
    return accounts >= SHARED_BY || merchantShare >= MERCHANT_ROWS || (areNumbered && !isNumbered);
  });
  return new Set(firms);
}
