import type { Life } from './life.ts';

/** Payment that the receiver's bank sends back. */
export const transferReturn: Life = {
  follows: ['transferOut', 'supplier', 'standingOrder'],
  status: 'posted',
  kind: 'transferReturn',
  again: false,
  days: [1, 4],
  reasons: {
    us: { 'R03 no account': 3, 'R02 account closed': 3, 'R04 invalid account number': 2 },
    other: {
      'AC01 incorrect account number': 4,
      'AC04 closed account': 3,
      'AC06 blocked account': 1,
    },
  },
};
