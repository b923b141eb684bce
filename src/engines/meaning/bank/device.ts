import type { BankKind } from './bank-kind.ts';

/** Device or browser. */
export const device: BankKind = {
  event: 'device',
  holds: 'code',
  headers: [],
  patterns: [{ name: /device|user_?agent/i }],
};
