import type { PersonalForm } from '../../meaning/persons/personal-form.ts';
import type { PaymentColumns } from '../../meaning/statement/firms.ts';
import type { AmountSides } from '../columns/amount-sides.ts';
import type { RecurringPayment } from './recurring-payments.ts';

/**
 * Private payees and texts of a statement. The payee is modeled as a firm's name or a numbered person
 * of the account, the text with its places; both are written in words after sampling.
 */
export type Payments = PaymentColumns & {
  /** Debits and credits; amounts are those of the joined table. */
  sides?: AmountSides | undefined;
  /** True if the payee is in the text: one column has both. */
  inTexts?: boolean | undefined;
  name: PersonalForm;
  ibanForm?: PersonalForm | undefined;
  /** Persons whom an account pays, sorted, by group of persons. */
  persons: Float64Array[];
  /** Rows of each tenth of an account's persons, by group. */
  parts: Float64Array[];
  texts: PayeeTexts[];
  /** Recurring payments of one account. */
  recurring?: RecurringPayment[] | undefined;
};

/** Texts of a firm or group of persons, with the rows, IBANs and amounts of each. */
export type PayeeTexts = {
  payee: string;
  texts: string[];
  rows: Float64Array;
  /** Share of rows with an IBAN. */
  ibans: Float64Array;
  /** Quantiles by text; the outermost are means. Empty for few rows. */
  amounts: Float64Array[];
};

/** Parts into which the persons of each account are ranked. */
export const RANKS = 10;

export const IBAN_PLACE = '⟦iban⟧';
/** Text of rows without one. */
export const NO_TEXT = '⟦none⟧';
const PERSON = /^⟦person (\d+) (\d+)⟧$/;

/** Place of a person among those whom an account pays. */
export type PersonPlace = {
  group: number;
  /** Rank among the account's persons of the group, or 0 if it is drawn afterwards. */
  rank: number;
};

export const personWord = ({ group, rank }: PersonPlace): string => `⟦person ${group} ${rank}⟧`;

export function personIn(word: string): PersonPlace | null {
  const found = PERSON.exec(word);
  if (found === null) return null;
  const [, group, rank] = found;
  return { group: Number(group), rank: Number(rank) };
}

/** Returns the payee by which texts are grouped: a firm, or a person's group. */
export function groupWord(word: string): string {
  const person = personIn(word);
  return person === null ? word : personWord({ ...person, rank: 0 });
}
