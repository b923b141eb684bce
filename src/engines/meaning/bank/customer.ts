import type { BankKind } from './bank-kind.ts';

/** Number of the customer. */
export const customer: BankKind = {
  event: 'customer',
  holds: 'code',
  headers: [
    'customer id|client id|customer number',
    'kundennummer',
    'numero client',
    'klantnummer',
  ],
  patterns: [{ name: /^(customer|client|cust|cardholder|user|member)([_ ]?(id|no|nr|number))?$/i }],
};
