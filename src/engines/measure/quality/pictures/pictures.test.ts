import { expect, test } from 'vitest';
import type { PictureFigures } from '../../../../shared/report-sentences/picture-table.ts';
import { streamFor } from '../../../random/stream.ts';
import { datetimeForm } from '../../../table/datetime-form.ts';
import type { Column, Table } from '../../../table/table.ts';
import { accuracyBins } from '../accuracy/accuracy-bins.ts';
import { alignColumns } from '../align-columns.ts';
import { childrenPicture } from './children.ts';
import { pictures } from './pictures.ts';

const HOUR = 3_600_000;
/** 2024-01-01, a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

const number = (name: string, values: number[]): Column => ({
  kind: 'number',
  name,
  decimals: 2,
  values: Float64Array.from(values),
});
const time = (values: number[]): Column => ({
  kind: 'datetime',
  name: 'booked',
  form: datetimeForm('YYYY-MM-DD HH:mm'),
  values: Float64Array.from(values),
});
const words = (name: string, list: string[]): Column => {
  const dictionary = [...new Set(list)];
  const codes = Int32Array.from(list, (word) => dictionary.indexOf(word));
  return { kind: 'category', name, dictionary, codes };
};

function drawn(
  columns: Column[],
  {
    synthetic = columns,
    holdout,
    trends = [],
  }: {
    synthetic?: Column[];
    holdout?: Column[];
    trends?: { columns: [string, string]; score: number }[];
  } = {},
) {
  const tables = [columns, synthetic, ...(holdout ? [holdout] : [])].map(
    (list): Table => ({
      rows: list[0]!.kind === 'category' ? list[0]!.codes.length : list[0]!.values.length,
      columns: list,
    }),
  ) as [Table, Table, Table?];
  const names = columns.map(({ name }) => name).filter((name) => name !== 'account');
  const aligned = alignColumns(
    tables.filter((table) => table !== undefined),
    names,
  );
  const entity = columns.some(({ name }) => name === 'account') ? 'account' : undefined;
  const bins = accuracyBins(aligned);
  const list = pictures(tables, { columns: aligned, bins, trends, entity });
  return <Kind extends PictureFigures['kind']>(_kind: Kind, name: PictureFigures['name']) =>
    list.find((picture) => picture.name === name) as
      | Extract<PictureFigures, { kind: Kind }>
      | undefined;
}

test('activity: a cell of many rows of four accounts is left out, one of five is shown', () => {
  const rows = [
    // Monday 9 o'clock: 5 accounts with 1 row; Sunday 23 o'clock: 4 accounts with 20 rows each.
    ...Array.from({ length: 5 }, (_, i) => ({ at: MONDAY + 9 * HOUR, account: `A${i}` })),
    ...Array.from({ length: 80 }, (_, i) => ({
      at: MONDAY + (6 * 24 + 23) * HOUR,
      account: `A${i % 4}`,
    })),
  ];
  const columns = [
    words(
      'account',
      rows.map(({ account }) => account),
    ),
    time(rows.map(({ at }) => at)),
    number(
      'amount',
      rows.map((_, i) => i),
    ),
  ];
  const { sides } = drawn(columns)('grid', 'activity')!;
  const [real, synthetic] = sides.map(({ cells }) => cells);
  // Shares are of shown rows, so that they do not give the hidden cell away.
  expect([real![0]![9], real![6]![23]]).toEqual([1, null]);
  expect([synthetic![0]![9], synthetic![6]![23]]).toEqual([5 / 85, 80 / 85]);
  expect(real!.flat().filter((share) => share !== 0)).toHaveLength(2);
});

test('days without a time are drawn by part of the month', () => {
  const { x, sides } = drawn([time(Array.from({ length: 60 }, (_, i) => MONDAY + i * 24 * HOUR))])(
    'grid',
    'activity',
  )!;
  expect(x).toEqual({
    title: 'day of the month',
    labels: ['1–5', '6–10', '11–15', '16–20', '21–25', '26–31'],
  });
  // Sixty days of two months: no weekday has five rows in a part of them.
  expect(sides[0]!.cells.flat().every((share) => share === null || share === 0)).toBe(true);
});

test('months of fewer than five real rows are not named', () => {
  const at = (month: number) => Date.UTC(2024, month, 15);
  const real = [time([...Array(6).fill(at(0)), ...Array(4).fill(at(1)), ...Array(10).fill(at(2))])];
  const synthetic = [time([...Array(5).fill(at(0)), ...Array(5).fill(at(7))])];
  expect(drawn(real, { synthetic })('bars', 'months')!.bins).toEqual([
    { label: '2024-01', real: 6 / 16, synthetic: 0.5 },
    { label: '2024-03', real: 10 / 16, synthetic: 0 },
    { label: '(other)', real: 0, synthetic: 0.5 },
  ]);
});

/** Accounts with one row a month: amounts of `step`, running balance from the number of the account. */
function bank(accounts: number, step: number): Column[] {
  const rows = Array.from({ length: accounts * 6 }, (_, i) => ({
    account: i % accounts,
    month: Math.floor(i / accounts),
  }));
  return [
    words(
      'account',
      rows.map(({ account }) => `A${account}`),
    ),
    time(rows.map(({ month }) => Date.UTC(2024, month, 10))),
    number(
      'amount',
      rows.map(({ month }) => (month === 0 ? 0 : step)),
    ),
    number(
      'balance',
      rows.map(({ account, month }) => 1000 + account + month * step),
    ),
  ];
}

test('fan: quantiles of the running balance, none with fewer than five accounts beyond it', () => {
  const fan = drawn(bank(100, 500), { synthetic: bank(30, 700) })('fan', 'balance')!;
  expect(fan).toMatchObject({
    column: 'balance',
    steps: ['2024-01', '2024-02', '2024-03', '2024-04', '2024-05', '2024-06'],
  });
  const [real, synthetic] = fan.sides;
  // Of balances 1,000 to 1,099 the median is 1,050: 1,000 or 1,100 in two digits, then + 500 a month.
  expect(real!.values[2]).toEqual([1100, 1600, 2100, 2600, 3100, 3600]);
  expect(synthetic!.values[2]!.at(-1)).toBe(4500);
  const [low, quarter] = drawn(bank(40, 500))('fan', 'balance')!.sides[0]!.values;
  expect(low!.every((value) => value === null)).toBe(true);
  expect(quarter![0]).toBe(1000);
});

test('fan: without a balance, the sum so far of the column with both signs', () => {
  const columns = bank(100, 500).filter(({ name }) => name !== 'balance');
  const amount = columns.find(({ name }) => name === 'amount')!;
  if (amount.kind === 'number')
    amount.values.forEach((_, i) => {
      amount.values[i] = i % 2 === 0 ? 30 : -10;
    });
  const fan = drawn(columns)('fan', 'sum')!;
  // Even accounts gain 30 a month, odd ones lose 10.
  expect(fan.sides[0]!.values.map((values) => values.at(-1))).toEqual([-60, -60, 180, 180, 180]);
});

test('lengths: accounts by their number of rows, in bins that double', () => {
  const counts = [...Array(10).fill(1), ...Array(6).fill(3), ...Array(4).fill(9)];
  const list = counts.flatMap((rows, i) => Array(rows).fill(`A${i}`));
  const columns = [
    words('account', list),
    number(
      'amount',
      list.map((_, i) => i),
    ),
  ];
  expect(drawn(columns)('bars', 'lengths')!.bins).toEqual([
    { label: '1', real: 10 / 16, synthetic: 0.5 },
    { label: '2–3', real: 6 / 16, synthetic: 0.3 },
    { label: '4–7', real: 0, synthetic: 0 },
    { label: '8–15', real: null, synthetic: 0.2 },
  ]);
});

test('components: the first follows two equal columns, held-out rows are drawn on the same axes', () => {
  const stream = streamFor(5n, 0, 0);
  const made = (rows: number, linked: boolean) => {
    const first = Array.from({ length: rows }, () => stream.float());
    return [
      number('a', first),
      number('b', linked ? first.map((value) => 2 * value) : first.map(() => stream.float())),
      number(
        'c',
        first.map(() => stream.float()),
      ),
    ];
  };
  const picture = drawn(made(2000, true), {
    synthetic: made(2000, false),
    holdout: made(2000, true),
  })('grid', 'components')!;
  // Ranks of a and b are equal and c is independent: two of three parts of the variance.
  expect(picture.x.title).toBe('component 1, 67% of variance, mostly a, b');
  expect(picture.y.title).toMatch(/^component 2, 33% of variance, mostly c/);
  expect(picture.sides.map(({ side }) => side)).toEqual(['real', 'holdout', 'synthetic']);
  const spread = (s: number) =>
    picture.sides[s]!.cells.map((row) => row.reduce<number>((sum, share) => sum + (share ?? 0), 0));
  const distance = (s: number) => {
    const [own, other] = [picture.sides[0]!.cells.flat(), picture.sides[s]!.cells.flat()];
    return (
      own.reduce<number>((sum, share, i) => sum + Math.abs((share ?? 0) - (other[i] ?? 0)), 0) / 2
    );
  };
  expect(spread(0).reduce((sum, share) => sum + share)).toBeCloseTo(1);
  expect(distance(1)).toBeLessThan(0.25);
  expect(distance(2)).toBeGreaterThan(0.35);
});

test('the worst pair is drawn, words of fewer than five real rows without their name', () => {
  const segment = [...Array(50).fill('retail'), ...Array(50).fill('private'), 'Smith & Sons'];
  const columns = [
    words('segment', segment),
    number(
      'limit',
      segment.map((_, i) => i * 10),
    ),
    words(
      'flag',
      segment.map((_, i) => String(i % 2)),
    ),
  ];
  const trends = [
    { columns: ['segment', 'flag'] as [string, string], score: 0.9 },
    { columns: ['segment', 'limit'] as [string, string], score: 0.4 },
  ];
  const picture = drawn(columns, { trends })('grid', 'pair')!;
  expect([picture.x.title, picture.y.title]).toEqual(['segment', 'limit']);
  expect(picture.x.labels).toEqual(['private', 'retail', '(other)']);
  expect(JSON.stringify(picture)).not.toContain('Smith');
  expect(picture.sides[0]!.cells.map((row) => row[2])).toContain(null);
});

test('without dates, accounts and pairs only components remain; of one column nothing', () => {
  const columns = [number('a', [1, 2, 3, 4, 5, 6, 7]), number('b', [1, 2, 3, 4, 5, 7, 6])];
  const find = drawn(columns);
  expect(find('grid', 'components')).toBeDefined();
  for (const name of ['activity', 'months', 'lengths', 'balance', 'sum', 'pair'] as const)
    expect(find('grid', name)).toBeUndefined();
  expect(drawn([columns[0]!])('grid', 'components')).toBeUndefined();
});

test('links: parents by children and references without a parent, of at least five people', () => {
  const side = (children: readonly number[], orphans: number) => ({
    parent: {
      rows: children.length,
      columns: [
        words(
          'id',
          children.map((_, i) => `A${i}`),
        ),
      ],
    },
    child: {
      rows: children.reduce((sum, count) => sum + count, orphans),
      columns: [
        words('account', [
          ...children.flatMap((count, i) => Array<string>(count).fill(`A${i}`)),
          ...Array<string>(orphans).fill('gone'),
        ]),
      ],
    },
  });
  const relation = { parent: 'accounts', parentKey: 'id', child: 'bookings', childKey: 'account' };
  // Six accounts without bookings, five with one, four with two, of one person per account.
  const real = side([...Array(6).fill(0), ...Array(5).fill(1), ...Array(4).fill(2)], 4);
  const synthetic = side([0, 1, 2, 2], 5);
  const drawn = (persons: Int32Array | null) => {
    const picture = childrenPicture(real, synthetic, { relation, persons });
    return picture?.kind === 'bars' ? picture : undefined;
  };
  expect(drawn(null)).toMatchObject({
    bins: [
      { label: 'none', real: 6 / 11, synthetic: 0.25 },
      { label: '1', real: 5 / 11, synthetic: 0.25 },
      { label: '2–3', real: null, synthetic: 0.5 },
    ],
    orphans: { real: null, synthetic: 0.5 },
  });
  // Accounts 0 and 1 are of the same person: all six accounts without bookings have five owners.
  const owners = Int32Array.from({ length: 15 }, (_, i) => Math.max(1, i));
  expect(drawn(owners)?.bins[0]?.real).toBe(6 / 11);
  owners[2] = 1;
  expect(drawn(owners)?.bins.map((bin) => bin.real)).toEqual([null, 1, null]);
  expect(childrenPicture(side([], 2), synthetic, { relation, persons: null })).toBeNull();
});
