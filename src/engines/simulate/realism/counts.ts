import { parseIsoDate, weekdayOf } from '../../../shared/civil-date.ts';
import type { SimulationPlan } from '../plan.ts';
import { BINS, type Bins, binsOf, count, type Tally } from './auc.ts';
import { codeTallies } from './held-codes.ts';
import { localOffset } from './local-offset.ts';
import { noPeople, type People } from './people.ts';

/** Types of bookings that laundering uses: leak figures compare flagged rows with these. */
export const PEER_TYPES = [
  'cash_deposit',
  'cash_withdrawal',
  'transfer_in',
  'transfer_out',
  'wire_in',
  'wire_out',
  'business_receipt',
  'business_payment',
];

/** Columns counted over all rows for other figures. */
export const COUNTED = ['mcc', 'type', 'status'] as const;

/** Categorical columns whose AUC against the laundering label is measured. */
export const NAMES = [
  'channel',
  'merchant_category',
  'country',
  'mcc',
  'type',
  'status',
  'device',
] as const;

export type Counts = {
  offset: number;
  start: number;
  note: number;
  rows: number;
  laundering: number;
  spent: number;
  purchases: number;
  online: number;
  withdrawals: number;
  wholeNotes: number;
  salaries: number;
  weekdaySalaries: number;
  imbalance: number;
  credit: number;
  behind: number;
  digits: Float64Array;
  weekdays: Float64Array;
  tickets: Bins;
  merchants: Map<string, number>;
  columns: Map<string, Tally>;
  amounts: Bins;
  balances: Bins;
  hours: Bins;
  days: Bins;
  segments: Map<string, string>;
  tallies: Map<string, ReturnType<typeof codeTallies>>;
  people: People;
  /** Rows of fraud. */
  fraud: number;
};

export function countsOf(plan: SimulationPlan): Counts {
  const start = parseIsoDate(plan.startDate);
  const days = parseIsoDate(plan.endDate) - start + 3;
  const columns = new Map<string, Tally>(
    [...NAMES.map((name) => `peer ${name}`), ...COUNTED, 'risk_segment'].map((name) => [
      name,
      new Map(),
    ]),
  );
  const merchants = new Map<string, number>();
  const segments = new Map<string, string>();
  const into = (name: string, textOf = (text: string) => text) =>
    codeTallies((text, rows, hits) =>
      count(columns.get(name)!, { value: textOf(text), laundering: hits, rows }),
    );
  const tallies = new Map(
    [...NAMES.map((name) => `peer ${name}`), ...COUNTED].map((name) => [name, into(name)]),
  );
  tallies.set(
    'customer_id',
    into('risk_segment', (id) => segments.get(id) ?? ''),
  );
  tallies.set(
    'counterparty',
    codeTallies((id, rows) => {
      if (id !== '') merchants.set(id, (merchants.get(id) ?? 0) + rows);
    }),
  );
  return {
    offset: localOffset(plan.country),
    start: start - 1,
    note: plan.configuration.cash.note * 100,
    rows: 0,
    laundering: 0,
    spent: 0,
    purchases: 0,
    online: 0,
    withdrawals: 0,
    wholeNotes: 0,
    salaries: 0,
    weekdaySalaries: 0,
    imbalance: 0,
    credit: 0,
    behind: 0,
    digits: new Float64Array(10),
    weekdays: new Float64Array(7),
    tickets: binsOf(BINS),
    merchants,
    columns,
    amounts: binsOf(BINS),
    balances: binsOf(BINS),
    hours: binsOf(24),
    days: binsOf(days),
    segments,
    tallies,
    people: noPeople(),
    fraud: 0,
  };
}

/** Converts pending codes to texts; call before reading. */
export function finalize(c: Counts): void {
  for (const tally of c.tallies.values()) tally.finalize();
}

/** Returns the bins of numeric columns by name; some are derived from others. */
export function numbersOf({ amounts, balances, hours, days, start }: Counts): [string, Bins][] {
  const sizes = binsOf(BINS);
  const weekdays = binsOf(7);
  for (const part of ['rows', 'hits'] as const) {
    amounts[part].forEach((n, bin) => {
      sizes[part][BINS / 2 + Math.abs(bin - BINS / 2)] += n;
    });
    days[part].forEach((n, day) => {
      weekdays[part][weekdayOf(start + day)] += n;
    });
  }
  return [
    ['amount', amounts],
    ['absolute amount', sizes],
    ['balance_after', balances],
    ['hour', hours],
    ['weekday', weekdays],
    ['day', days],
  ];
}
