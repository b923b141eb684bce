import type { BankKind } from './bank-kind.ts';

/** Merchant, shop or terminal. */
export const merchant: BankKind = {
  event: 'merchant',
  holds: 'code',
  headers: [],
  patterns: [{ name: /^(merchant|terminal|shop|store)([_ ]?(id|name|no))?$/i }],
};
