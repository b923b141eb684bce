import type { BankKind } from './bank-kind.ts';

/** Type of account. */
export const accountType: BankKind = {
  event: 'accountType',
  holds: 'word',
  headers: [
    'account type|type of account',
    'kontoart|kontotyp',
    'type de compte',
    'tipo de cuenta',
    'tipo di conto',
    'soort rekening',
    'tipo de conta',
  ],
  patterns: [{ name: /account_?type/i }],
};
