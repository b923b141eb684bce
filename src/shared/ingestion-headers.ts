export const BASIC_HEADERS = [
  'transaction_id',
  'amount',
  'currency',
  'merchant_category',
  'channel',
  'counterparty_country',
  'transaction_date',
  'account_type',
  'risk_level',
] as const;

/** Additional columns that, if all present, make a file the Advanced template. */
export const ADVANCED_HEADERS = [
  'customer_id',
  'account_id',
  'merchant_name',
  'merchant_country',
  'transaction_type',
  'transaction_status',
  'counterparty_bank',
  'device_type',
  'value_date',
  'is_fraudulent',
] as const;

export type TemplateType = 'Basic' | 'Advanced';

export type HeaderCheck =
  | { kind: 'valid'; template: TemplateType }
  | { kind: 'missing'; missing: string[] };

export const MISSING_HEADERS_MESSAGE =
  'Some required headers are missing. Download the correct template to proceed.';

export const headersValidatedMessage = (records: number, template: TemplateType) =>
  `Headers validated — ${records} records detected (${template} template)`;

export function checkHeaders(headers: readonly string[]): HeaderCheck {
  const present = new Set(headers.map((header) => header.trim().toLowerCase()));
  const missing = BASIC_HEADERS.filter((header) => !present.has(header));
  if (missing.length > 0) return { kind: 'missing', missing };
  const advanced = ADVANCED_HEADERS.every((header) => present.has(header));
  return { kind: 'valid', template: advanced ? 'Advanced' : 'Basic' };
}
