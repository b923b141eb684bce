import { passesIban } from '../../table/check-digits.ts';
import { entityIndex, sequenceOf } from '../../table/sequence-shape.ts';
import type { CategoryColumn, Column, Table } from '../../table/table.ts';
import { identifierOwner } from '../headers/identifier-header.ts';
import { matchHeader } from '../headers/match-header.ts';
import { isCompany } from '../kinds/employer.ts';
import { isGivenName } from '../persons/given-names.ts';
import { nameTokens } from '../persons/name-tokens.ts';
import { personalKinds } from '../persons/personal-kinds.ts';
import { findStatement } from './find-statement.ts';
import { namesPayees } from './payee-roles.ts';

const SURE = 0.8;
const MIN_ACCOUNTS = 9;
const MIN_ROWS_AN_ACCOUNT = 4;
/** Minimum payees of an account on average; a single one is its owner. */
const MIN_PAYEES = 2;
const MIN_IBANS = 0.9;
/** Accounts by which a payee is no private one, and their share if the payee has a given name. */
const SHARED_BY = 5;
const SHARED_SHARE = 0.1;
const MERCHANT_ROWS = 0.5;

/** Columns of payments, as places in the table; -1 for none. */
export type PaymentColumns = {
  payee: number;
  account: number;
  date: number;
  iban: number;
  text: number;
  amount: number;
};

const TRADE =
  /(?:^|[\s./-])(?:markt|market|supermarkt|supermarket|shop|store|stores|bahn|railway|rail|stadtwerke|station|tankstelle|international|versicherung(?:en)?|insurance|assurances?|bank|sparkasse|volksbank|apotheke|pharmacy|pharmacie|b[äa]ckerei|bakery|metzgerei|restaurant|caf[eé]|hotel|kino|cinema|fitness|gym|verlag|verein|club|finanzamt|amt|stadt|city|council|gemeinde|landesamt|krankenkasse|energie|energy|power|gas|water|electric|telecom|telekom|mobile|media|online|payments?|europe|deutschland|services?|solutions|university|universit[äa]t|school|schule|hospital|klinik|immobilien|properties|lettings|hausverwaltung|airlines?|airways|express|foods?|fashion|m[öo]bel|baumarkt|drogerie|outfitters|entertainment|subscription|tv|magazine|taxi|parking|parkhaus|cinemas|pizza|sushi|burger|grill|kebab)(?:$|[\s./-])/iu;

const MERCHANT_TEXT =
  /kartenzahlung|\bkarte\b|\bcard\b|\bpos\b|\bvisa\b|mastercard|lastschrift|direct debit|\babo\b|subscription|rechnung|invoice|kundennummer|customer no|vertrag|contract|\bbill\b|einkauf|purchase|\.com\b/i;

/** Returns true for a name that has a firm's form: its legal form or trade, a brand, a number. */
const isFirm = (name: string): boolean =>
  isCompany(name) ||
  TRADE.test(name) ||
  /\d|&|\.\p{L}{2,3}\b/u.test(name) ||
  (/^\S{3,}$/u.test(name) && !nameTokens(name).every(isGivenName));

const hasGivenName = (name: string) => nameTokens(name).some(isGivenName);

/** Returns the accounts that each payee is paid by, and the share of its rows with a merchant's text. */
function countsOf({ codes, dictionary }: CategoryColumn, of: Int32Array, text: Column | undefined) {
  const accounts = dictionary.map(() => new Set<number>());
  const rows = new Float64Array(dictionary.length);
  const merchant = new Float64Array(dictionary.length);
  const isMerchant =
    text?.kind === 'category' ? text.dictionary.map((own) => MERCHANT_TEXT.test(own)) : [];
  codes.forEach((code, row) => {
    if (code < 0) return;
    accounts[code]!.add(of[row]!);
    rows[code]!++;
    if (text?.kind === 'category' && isMerchant[text.codes[row]!]) merchant[code]!++;
  });
  return dictionary.map((_, code) => ({
    accounts: accounts[code]!.size,
    merchantShare: merchant[code]! / Math.max(1, rows[code]!),
  }));
}

/** Returns the account number of each row; 0 throughout a file of one. */
export const accountsOf = (table: Table, { account }: Pick<PaymentColumns, 'account'>) =>
  account < 0 ? { of: new Int32Array(table.rows), count: 1 } : entityIndex(table.columns[account]!);

/**
 * Finds the payees of a file that are shops, employers and other firms: by the form of the name, by
 * texts of card payments, direct debits and invoices, or because many accounts share them. A name in
 * doubt is a person's.
 */
export function firmsOf(table: Table, columns: PaymentColumns): Set<string> {
  const payee = table.columns[columns.payee] as CategoryColumn;
  const { of, count } = accountsOf(table, columns);
  const counts = countsOf(payee, of, table.columns[columns.text]);
  const firms = payee.dictionary.filter((name, code) => {
    if (isFirm(name)) return true;
    const { accounts, merchantShare } = counts[code]!;
    if (hasGivenName(name)) return accounts >= Math.max(SHARED_BY, SHARED_SHARE * count);
    return accounts >= SHARED_BY || merchantShare >= MERCHANT_ROWS;
  });
  return new Set(firms);
}

const isNamed = (role: string) => (column: Column) =>
  column.kind === 'category' &&
  matchHeader(column.name).some((match) => match.role === role && match.share > SURE);

function holdsIbans(column: Column): boolean {
  if (column.kind !== 'category' || column.dictionary.length === 0) return false;
  const some = column.dictionary.slice(0, 200);
  return some.filter(passesIban).length >= MIN_IBANS * some.length;
}

/** Returns the account column: the finest recurring one whose rows are in order of time. */
function accountColumn(table: Table): number {
  const named = table.columns.flatMap((column, i) => {
    if (identifierOwner(column.name) === null || column.kind === 'datetime') return [];
    const { of, count } = entityIndex(column);
    const recurs = count >= MIN_ACCOUNTS && table.rows >= MIN_ROWS_AN_ACCOUNT * count;
    const isOrdered = recurs && !of.includes(-1) && sequenceOf(table, column) !== null;
    return isOrdered ? [{ i, count }] : [];
  });
  return named.sort((a, b) => b.count - a.count)[0]?.i ?? -1;
}

/** Returns true if a table has personal data other than payees and IBANs, as one of customers does. */
const hasOtherPersons = (table: Table, payee: number): boolean =>
  personalKinds(table).some((kind, i) => {
    const column = table.columns[i]!;
    const isOther = kind !== null && kind !== 'iban' && i !== payee;
    return isOther && (column.kind !== 'category' || column.dictionary.length > 1);
  });

/**
 * Finds the columns of payments with private payees, of one account or of many.
 *
 * @returns null for other tables
 */
export function findPayments(table: Table): PaymentColumns | null {
  const payee = table.columns.findIndex(namesPayees);
  if (payee < 0) return null;
  const text = table.columns.findIndex(isNamed('description'));
  const date = table.columns.findIndex(({ kind }) => kind === 'datetime');
  const amount = table.columns.findIndex(
    ({ kind, name }) =>
      kind === 'number' && matchHeader(name).some(({ role }) => role === 'amount'),
  );
  const account = accountColumn(table);
  if (date < 0 || (text < 0 && (account >= 0 || findStatement(table) === null))) return null;
  if (account < 0 && (amount < 0 || hasOtherPersons(table, payee))) return null;
  const iban = table.columns.findIndex((column, i) => i !== account && holdsIbans(column));
  const columns = { payee, account, date, iban, text, amount };
  const own = table.columns[payee] as CategoryColumn;
  const { of, count } = accountsOf(table, columns);
  const pairs = new Set(own.codes.map((code, row) => of[row]! * own.dictionary.length + code));
  if (pairs.size < MIN_PAYEES * count || payee === account) return null;
  const firms = firmsOf(table, columns);
  return firms.size < own.dictionary.length ? columns : null;
}
