import type { BankKind } from './bank-kind.ts';

/** Channel or method of payment. */
export const channel: BankKind = {
  event: 'channel',
  holds: 'word',
  headers: [],
  patterns: [{ name: /channel|operation|payment_?(type|method|format)|use_?chip/i }],
};
