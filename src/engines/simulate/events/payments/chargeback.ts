import type { Life } from './life.ts';

const reasons = {
  '13.1 merchandise not received': 4,
  '13.3 not as described': 3,
  '13.2 canceled recurring': 1,
  '13.7 canceled merchandise': 1,
  '12.6 duplicate processing': 1,
};

/** Purchase that the customer disputes; reasons in Visa's numbering. */
export const chargeback: Life = {
  follows: ['purchase', 'onlinePurchase', 'subscription'],
  status: 'posted',
  kind: 'chargeback',
  again: false,
  days: [5, 75],
  reasons: { us: reasons, other: reasons },
};
