import type { Life } from './life.ts';

const reasons = { 'merchant proved delivery': 3, 'dispute withdrawn': 1 };

/** Chargeback that the merchant contests with success. */
export const chargebackReversal: Life = {
  follows: ['chargeback'],
  status: 'posted',
  kind: 'chargebackReversal',
  again: false,
  days: [15, 45],
  reasons: { us: reasons, other: reasons },
};
