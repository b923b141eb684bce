export const REASON_CODES = {
  known_behaviour: 'Known customer behaviour',
  one_off: 'Salary or one-off payment',
  data_error: 'Data error',
  duplicate: 'Duplicate',
  structuring: 'Structuring suspected',
  mule: 'Mule account suspected',
  takeover: 'Account takeover suspected',
  country: 'Sanctioned or high-risk country',
  documents: 'Needs documents',
  other: 'Other',
} as const;

export type ReasonCode = keyof typeof REASON_CODES;

export const reasonWords = (code: string | null): string | null =>
  code === null ? null : (REASON_CODES[code as ReasonCode] ?? code);
