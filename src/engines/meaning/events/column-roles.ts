export const COLUMN_ROLES = [
  'id',
  'time',
  'amount',
  'currency',
  'account',
  'customer',
  'counterparty',
  'merchant',
  'category',
  'channel',
  'country',
  'device',
  'label',
  'balance',
  'direction',
  'valueDate',
  'merchantCountry',
  'accountType',
] as const;

export type Role = (typeof COLUMN_ROLES)[number];

export type ColumnRoles = Partial<Record<Role, string>>;
