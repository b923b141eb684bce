import { normalQuantile } from '../../random/normal-quantile.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import { datetimeForm } from '../../table/datetime-form.ts';
import type { Table } from '../../table/table.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const REGIONS = 12;
const CHANNELS = ['online', 'card', 'transfer', 'branch'];

const normal = (stream: RandomStream) => normalQuantile(1e-9 + stream.float() * (1 - 2e-9));

/** Date and time of office hours, Monday to Friday, over two years from Monday 2 January 2023. */
function booked(stream: RandomStream): number {
  const workday = stream.below(520);
  const day = 19_359 + 7 * Math.floor(workday / 5) + (workday % 5);
  return day * DAY + (8 * 60 + stream.below(600)) * MINUTE;
}

function payment(stream: RandomStream) {
  const region = Math.floor(REGIONS * stream.float() ** 2);
  const income = Math.round(1800 * Math.exp(0.08 * region + 0.5 * normal(stream)));
  const channel = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3][stream.below(10)];
  const amount = Math.round(100 * income * 0.04 * Math.exp(1.1 * normal(stream))) / 100;
  const age = stream.float() < 0.08 ? Number.NaN : 18 + Math.floor(62 * stream.float() ** 1.4);
  const risk = -2.6 + 2.2 * Math.log(3000 / income) + (channel === 3 ? 1.2 : 0);
  return {
    booked: booked(stream),
    region,
    income,
    age,
    channel,
    amount,
    fee: channel === 3 ? Math.round(amount * 2) / 100 : 0,
    defaulted: stream.float() < 1 / (1 + Math.exp(-risk)) ? 1 : 0,
  };
}

/** Generates independent payments: dates, words and numbers that depend on each other. */
export function payments(rows: number, seed: bigint): Table {
  const stream = streamFor(seed, 0, 0);
  const draws = Array.from({ length: rows }, () => payment(stream));
  const number = (name: 'income' | 'age' | 'amount' | 'fee', decimals: number) => ({
    kind: 'number' as const,
    name,
    decimals,
    values: Float64Array.from(draws, (draw) => draw[name]),
  });
  const category = (name: 'region' | 'channel' | 'defaulted', dictionary: string[]) => ({
    kind: 'category' as const,
    name,
    dictionary,
    codes: Int32Array.from(draws, (draw) => draw[name]),
  });
  return {
    rows,
    columns: [
      {
        kind: 'datetime',
        name: 'booked',
        form: datetimeForm('YYYY-MM-DD HH:mm'),
        values: Float64Array.from(draws, (draw) => draw.booked),
      },
      category(
        'region',
        Array.from({ length: REGIONS }, (_, i) => `region ${i + 1}`),
      ),
      number('income', 0),
      number('age', 0),
      category('channel', CHANNELS),
      number('amount', 2),
      number('fee', 2),
      category('defaulted', ['no', 'yes']),
    ],
  };
}
