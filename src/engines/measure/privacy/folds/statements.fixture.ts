import { type RandomStream, streamFor } from '../../../random/stream.ts';
import { datetimeForm } from '../../../table/datetime-form.ts';
import type { Table } from '../../../table/table.ts';

const DAY = 86_400_000;
const REGIONS = 6;
const KINDS = ['salary', 'rent', 'card', 'cash', 'transfer'];

type Row = {
  account: number;
  day: number;
  region: number;
  kind: number;
  amount: number;
};

function rowsOfAccount(account: number, stream: RandomStream): Row[] {
  const level = Math.exp(2 * stream.float());
  const region = stream.below(REGIONS);
  const favorite = stream.below(KINDS.length);
  return Array.from({ length: 6 + stream.below(20) }, (): Row => {
    const kind = stream.float() < 0.5 ? favorite : stream.below(KINDS.length);
    const amount = Math.round(100 * level * (20 + 400 * stream.float() ** 3) * (1 + kind)) / 100;
    return { account, day: 19_700 + stream.below(360), region, kind, amount };
  });
}

/** Generates statements of independent accounts: each with its own region, level and habits. */
export function statements(accounts: number, seed: bigint): Table {
  const stream = streamFor(seed, 0, 0);
  const rows = Array.from({ length: accounts }, (_, account) =>
    rowsOfAccount(account, stream),
  ).flat();
  const category = (name: string, dictionary: string[], of: (row: Row) => number) => ({
    kind: 'category' as const,
    name,
    dictionary,
    codes: Int32Array.from(rows, of),
  });
  return {
    rows: rows.length,
    columns: [
      category(
        'account_id',
        Array.from({ length: accounts }, (_, i) => `A${seed}-${i}`),
        ({ account }) => account,
      ),
      {
        kind: 'datetime',
        name: 'booked',
        form: datetimeForm('YYYY-MM-DD'),
        values: Float64Array.from(rows, ({ day }) => day * DAY),
      },
      category(
        'region',
        Array.from({ length: REGIONS }, (_, i) => `region ${i + 1}`),
        ({ region }) => region,
      ),
      category('kind', KINDS, ({ kind }) => kind),
      {
        kind: 'number',
        name: 'amount',
        decimals: 2,
        values: Float64Array.from(rows, ({ amount }) => amount),
      },
    ],
  };
}
