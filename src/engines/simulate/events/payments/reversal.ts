import type { Life } from './life.ts';

const reasons = {
  'duplicate entry at the terminal': 5,
  'terminal timeout': 3,
  'canceled at the terminal': 2,
};

/** Purchase that the merchant takes back. */
export const reversal: Life = {
  follows: ['purchase'],
  status: 'posted',
  kind: 'reversal',
  again: false,
  days: [1, 3],
  reasons: { us: reasons, other: reasons },
};
