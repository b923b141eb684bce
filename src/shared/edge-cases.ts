/** Rows that programs often get wrong, in the order of the documentation. */
export const EDGE_CASES = [
  'negative-balance',
  'leap-day',
  'summer-time',
  'closed-account',
  'duplicate-posting',
  'long-name',
  'right-to-left',
  'zero-amount',
  'maximum-amount',
  'dormant-account',
] as const;
export type EdgeCase = (typeof EDGE_CASES)[number];
