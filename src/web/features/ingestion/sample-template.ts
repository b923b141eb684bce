import {
  ADVANCED_HEADERS,
  BASIC_HEADERS,
  type TemplateType,
} from '../../../shared/ingestion-headers.ts';
import { type CsvValue, toCsv } from '../../lib/csv.ts';

const SAMPLE_ROWS = 200;

/** Rows that an analysis should flag: unusually large amounts, at night, to rare destinations. */
export const ODD_ROWS = [37, 104, 171];

const CATEGORIES = [
  'groceries',
  'fuel',
  'restaurants',
  'utilities',
  'travel',
  'pharmacy',
  'clothing',
];
const CHANNELS = ['card', 'online', 'atm', 'branch'];
const TYPES = ['checking', 'savings', 'credit'];
const MERCHANTS = [
  'Corner Grocer',
  'Hill Fuel',
  'Blue Table',
  'City Power',
  'Fair Travel',
  'Oak Pharmacy',
  'Loom',
];
const BANKS = ['First Harbor Bank', 'Valley Credit Union', 'Northern Trust Savings'];
const DEVICES = ['mobile', 'desktop', 'terminal', 'none'];

/** Park-Miller generator, so that each download has the same rows. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const two = (value: number) => String(value).padStart(2, '0');

function sampleRow(index: number, draw: () => number): Record<string, CsvValue> {
  const odd = ODD_ROWS.includes(index);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const category = Math.floor(draw() * CATEGORIES.length);
  const amount = odd ? 48_000 + 9000 * draw() : Math.exp(2.2 + 1.6 * draw() + 0.9 * draw());
  const day = 1 + Math.floor(index / 7.2);
  const hour = odd ? 3 : 8 + Math.floor(draw() * 12);
  const date = `2025-03-${two(day)}`;
  const minute = Math.floor(draw() * 60);
  return {
    transaction_id: `TXN-${String(index + 1).padStart(6, '0')}`,
    amount: amount.toFixed(2),
    currency: 'USD',
    merchant_category: odd ? 'wire_transfer' : CATEGORIES[category],
    channel: odd ? 'wire' : pick(CHANNELS),
    counterparty_country: odd ? pick(['KY', 'PA', 'VG']) : draw() < 0.94 ? 'US' : 'CA',
    transaction_date: `${date} ${two(hour)}:${two(minute)}:00`,
    account_type: pick(TYPES),
    risk_level: odd ? 'high' : draw() < 0.85 ? 'low' : 'medium',
    customer_id: `CUST-${String(1 + Math.floor(draw() * 40)).padStart(4, '0')}`,
    account_id: `ACC-${String(1 + Math.floor(draw() * 60)).padStart(4, '0')}`,
    merchant_name: odd ? 'Meridian Holdings' : MERCHANTS[category],
    merchant_country: odd ? 'KY' : 'US',
    transaction_type: odd ? 'transfer' : pick(['purchase', 'payment', 'withdrawal']),
    transaction_status: draw() < 0.97 ? 'posted' : 'pending',
    counterparty_bank: pick(BANKS),
    device_type: pick(DEVICES),
    value_date: date,
    is_fraudulent: odd ? 'true' : 'false',
  };
}

/** Returns a template as CSV: header and 200 rows, of which three are anomalies. */
export function sampleTemplate(template: TemplateType): string {
  const header: readonly string[] =
    template === 'Basic' ? BASIC_HEADERS : [...BASIC_HEADERS, ...ADVANCED_HEADERS];
  const draw = draws(20250321);
  const rows = Array.from({ length: SAMPLE_ROWS }, (_, index) => {
    const row = sampleRow(index, draw);
    return header.map((name) => row[name]);
  });
  return toCsv(header, rows);
}
