import { csvRecord } from '../../../shared/csv.ts';
import { checkHeaders } from '../../../shared/ingestion-headers.ts';

const SOURCES: readonly [column: string, source: string][] = [
  ['txn_id', 'transaction_id'],
  ['amount', 'amount'],
  ['currency', 'currency'],
  ['channel', 'channel'],
  ['merchant_category', 'merchant_category'],
  ['aml_flag', 'is_fraudulent'],
  ['txn_ts', 'transaction_date'],
  ['account_id', 'account_id'],
  ['customer_id', 'customer_id'],
  ['country', 'counterparty_country'],
  ['merchant', 'merchant_name'],
  ['type', 'transaction_type'],
  ['status', 'transaction_status'],
  ['device', 'device_type'],
];
const TRUE = /^(1|true|yes|y|t)$/i;
/** Digits limited to those of the bank's amounts. */
const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,30})?$/;
const ISO_TIME =
  /^(?!0000)(\d{4}-(?:0[1-9]|1[0-2])-[0-3]\d)([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)?)?$/;
/** Limit of the index on names. */
const LONGEST_TEXT = 500;

/** Checks that a time is valid: no February 30. */
function isTime(text: string): boolean {
  const day = text.match(ISO_TIME)?.[1];
  if (day === undefined) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

export type BankMapping = {
  columns: string[];
  /** Formats rows as CSV for bank.transactions; null if a value does not fit. */
  encode: (columns: readonly (string | null)[][], rows: number) => string | null;
};

/** Maps the template's schema to bank.transactions (plain numbers, ISO 8601); else null. */
export function bankMapping(names: readonly string[]): BankMapping | null {
  if (checkHeaders(names).kind === 'missing') return null;
  const places = new Map(names.map((name, i) => [name.trim().toLowerCase(), i]));
  const used = SOURCES.filter(([column, source]) => places.has(source) || column === 'aml_flag');
  const convert = (column: string, value: string | null): string | null | undefined => {
    if (column === 'aml_flag') return String(TRUE.test(value ?? ''));
    if (column === 'amount') return value !== null && PLAIN_NUMBER.test(value) ? value : undefined;
    if (column === 'txn_ts') return value !== null && isTime(value) ? value : undefined;
    if (column === 'txn_id' && value === null) return undefined;
    return value !== null && value.length > LONGEST_TEXT ? undefined : value;
  };
  return {
    columns: used.map(([column]) => column),
    encode: (columns, rows) => {
      const lines: string[] = [];
      for (let row = 0; row < rows; row++) {
        const values: (string | null)[] = [];
        for (const [column, source] of used) {
          const place = places.get(source);
          const value = convert(
            column,
            place === undefined ? null : (columns[place]![row] ?? null),
          );
          if (value === undefined) return null;
          values.push(value);
        }
        lines.push(csvRecord(values));
      }
      return lines.join('');
    },
  };
}
