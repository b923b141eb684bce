import type { Life } from './life.ts';

const reasons = { 'collected again after a return': 1 };

/** Direct debit that is collected once more after it was returned unpaid. */
export const secondCollection: Life = {
  follows: ['bill'],
  status: 'declined',
  kind: 'bill',
  again: true,
  days: [3, 12],
  reasons: { us: reasons, other: reasons },
};
