/** Kinds of movements of current accounts that a simulated bank has shares and amounts for. */
export const MOVEMENT_KINDS = [
  'purchase',
  'cash_withdrawal',
  'cash_deposit',
  'transfer_out',
  'transfer_in',
  'check',
] as const;

/** Kinds that words of a file can have: those, the bank's own bookings, and all others. */
export const KINDS_OF_WORDS = [...MOVEMENT_KINDS, 'fee', 'interest', 'other'] as const;
