import type { BankKind } from './bank-kind.ts';

/** Country of the merchant. */
export const merchantCountry: BankKind = {
  event: 'merchantCountry',
  holds: 'word',
  headers: ['merchant country'],
  patterns: [{ name: /merchant.{0,50}country/i }],
};
