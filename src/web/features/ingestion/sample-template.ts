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

function sampleClaim(index: number, draw: () => number): Record<string, CsvValue> {
  const odd = ODD_ROWS.includes(index);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const loss = Date.UTC(2025, 0, 1 + Math.floor(index / 1.2));
  const dayAfter = (days: number) => new Date(loss + days * 86_400_000).toISOString().slice(0, 10);
  const delay = odd ? 0 : Math.floor(20 * draw() * draw());
  const paid = odd ? 65_000 + 9000 * draw() : Math.exp(5.5 + 1.4 * draw() + draw());
  const open = draw() < 0.2;
  const reserve = open ? paid * draw() : 0;
  return {
    claim_id: `CLM-${String(index + 1).padStart(6, '0')}`,
    policy_id: `POL-${String(1 + Math.floor(draw() * 90)).padStart(5, '0')}`,
    peril: odd ? 'bodily injury' : pick(['collision', 'glass', 'theft', 'hail', 'liability']),
    city: pick(['Springfield', 'Franklin', 'Greenville', 'Salem']),
    loss_date: dayAfter(0),
    report_date: dayAfter(delay),
    close_date: open ? '' : dayAfter(delay + 20 + Math.floor(90 * draw())),
    status: open ? 'open' : 'closed',
    paid: paid.toFixed(2),
    case_reserve: reserve.toFixed(2),
    incurred: (Number(paid.toFixed(2)) + Number(reserve.toFixed(2))).toFixed(2),
  };
}

function sampleMember(index: number, draw: () => number): Record<string, CsvValue> {
  const odd = ODD_ROWS.includes(index);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const joined = new Date(Date.UTC(2010, 0, 1 + Math.floor(5400 * draw())));
  return {
    member_id: `MBR-${String(index + 1).padStart(5, '0')}`,
    city: pick(['Springfield', 'Franklin', 'Greenville', 'Salem']),
    birth_year: String(1945 + Math.floor(58 * draw())),
    field_of_membership: pick(['employer', 'community', 'association']),
    joined: joined.toISOString().slice(0, 10),
    share_balance: (odd ? 480_000 + 9000 * draw() : Math.exp(6 + 3 * draw())).toFixed(2),
    loan_balance: (draw() < 0.4 ? 0 : Math.exp(7 + 3 * draw())).toFixed(2),
    days_delinquent: String(odd ? 180 : draw() < 0.9 ? 0 : 30 + Math.floor(60 * draw())),
  };
}

/** Samples of an institution's own tables, which are uploaded as they are. */
const SAMPLES = { claims: sampleClaim, members: sampleMember };
export type Sample = TemplateType | keyof typeof SAMPLES;

/** Returns a template as CSV: header and 200 rows, of which three are anomalies. */
export function sampleTemplate(sample: Sample): string {
  const draw = draws(20250321);
  const isBank = sample === 'Basic' || sample === 'Advanced';
  const make = isBank ? sampleRow : SAMPLES[sample];
  const made = Array.from({ length: SAMPLE_ROWS }, (_, index) => make(index, draw));
  const header: readonly string[] = !isBank
    ? Object.keys(made[0]!)
    : sample === 'Basic'
      ? BASIC_HEADERS
      : [...BASIC_HEADERS, ...ADVANCED_HEADERS];
  return toCsv(
    header,
    made.map((row) => header.map((name) => row[name])),
  );
}
