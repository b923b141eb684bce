import type { CollisionCheck } from '../../../engines/measure/index.ts';
import { cellText, type RowBatch } from '../../../engines/simulate/index.ts';

export type CheckedIdentifier = { add: (batch: RowBatch) => void; result: () => CollisionCheck };

type Rule = { column: string; name: string; reserved: RegExp };

/** Reserved domains (RFC 2606), fictional numbers (555-0100 to -0199), an unassigned carrier. */
const CUSTOMERS: Rule[] = [
  {
    column: 'email',
    name: 'mail addresses outside the domains kept for examples',
    reserved: /@([a-z0-9-]+\.)*(example|example\.(com|net|org))$/,
  },
  {
    column: 'phone',
    name: 'telephone numbers outside the ranges kept for fiction',
    reserved: /^\+1 \d{3} 555 01\d{2}$|^\+\d{1,3} 000 \d{7}$/,
  },
];
/** Prefixes without issuer (ISO 7812: 9 plus a country code; 999 is none), nonexistent banks. */
const ACCOUNTS: Rule[] = [
  { column: 'card_number', name: 'card numbers in a range of an issuer', reserved: /^9999\d{12}$/ },
  {
    column: 'account_number',
    name: 'IBANs of an assigned bank code',
    reserved: /^\d+$|^[A-Z]{2}\d{2}[A-Z]?(9999|TEST)/,
  },
  {
    column: 'bank_code',
    name: 'bank codes in an assigned range',
    reserved: /^99\d{7}$|^SBSX[A-Z]{2}20$/,
  },
];

function checkOf({ column, name, reserved }: Rule): CheckedIdentifier {
  let checked = 0;
  let found = 0;
  return {
    add: (batch) => {
      const cells = batch.columns[batch.fields.findIndex((field) => field.name === column)]!;
      for (let row = 0; row < batch.rows; row++) {
        const text = cellText(cells, row);
        if (text === '') continue;
        checked++;
        if (!reserved.test(text)) found++;
      }
    },
    result: () => ({ name, checked, found }),
  };
}

/** @param fields columns of the table; by default all with a rule */
export const identifierChecks = (
  table: 'customers' | 'accounts',
  fields?: RowBatch['fields'],
): CheckedIdentifier[] =>
  (table === 'customers' ? CUSTOMERS : ACCOUNTS)
    .filter(({ column }) => fields?.some(({ name }) => name === column) ?? true)
    .map(checkOf);
