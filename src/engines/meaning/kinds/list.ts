/** Kinds of data on a person, which are generated and never modeled. */
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
  'license_plate',
  'vin',
  'user_name',
  'device_id',
  'employer',
] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];
