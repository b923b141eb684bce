import type { BankKind } from './bank-kind.ts';

/** Country of the account or customer. */
export const country: BankKind = {
  event: 'country',
  holds: 'word',
  headers: [
    'country|country code',
    'land',
    'pays|code pays',
    'pais|codigo de pais',
    'paese',
    'landcode',
  ],
  patterns: [{ name: /country|^land$/i }],
};
