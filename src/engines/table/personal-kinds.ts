/** Kinds of personal or payment data, which are generated, never modeled. */
export const PERSONAL_KINDS = [
  'iban',
  'card_number',
  'email',
  'phone',
  'person_name',
  'first_name',
  'last_name',
  'address',
  'national_id',
  'ip_address',
] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];
