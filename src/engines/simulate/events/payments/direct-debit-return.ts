import type { Life } from './life.ts';

/** Direct debit that the customer has paid back; reasons of Nacha and ISO 20022. */
export const directDebitReturn: Life = {
  follows: ['bill'],
  status: 'posted',
  kind: 'directDebitReturn',
  again: false,
  days: [1, 40],
  reasons: {
    us: { 'R10 unauthorized': 3, 'R07 authorization revoked': 2, 'R08 payment stopped': 3 },
    other: {
      'MD06 refund requested by debtor': 7,
      'MD01 no mandate': 2,
      'MS02 refused by debtor': 1,
    },
  },
};
