import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import { relationQuality } from './relation-quality.ts';

const accounts = (ids: string[]) => parseColumns(['account_id'], [ids]);
const bookings = (names: (string | null)[]) =>
  parseColumns(['booking_id', 'account'], [names.map((_, i) => `B${i}`), names]);
const relation = {
  parent: 'accounts',
  parentKey: 'account_id',
  child: 'bookings',
  childKey: 'account',
};

test('rows that name none that is there, rows for each parent, and how alike both are', () => {
  const real = { parent: accounts(['A', 'B', 'C', 'D']), child: bookings(['A', 'A', 'B', 'C']) };
  const synthetic = {
    parent: accounts(['X', 'Y', 'Z', 'W']),
    child: bookings(['X', 'X', 'X', 'gone', 'gone', null]),
  };
  expect(relationQuality(real, synthetic, { relation, features: [] })).toEqual({
    column: 'account',
    parent: 'accounts',
    parentKey: 'account_id',
    orphans: { real: 0, synthetic: 2 },
    mean: { real: 1, synthetic: 0.75 },
    // Rows per parent: 0, 1, 1, 2 and 0, 0, 0, 3. The shares up to 0 are 1/4 and 3/4: 1 - 1/2.
    cardinality: 0.5,
    trends: null,
  });
});

test('no parents at all have no rows each, and every row names none', () => {
  const none = { parent: accounts([]), child: bookings(['A']) };
  const result = relationQuality(none, none, { relation, features: [] });
  expect(result).toMatchObject({ orphans: { real: 1 }, mean: { real: 0 }, cardinality: null });
});

test('a column that is not there is named', () => {
  const side = { parent: accounts(['A']), child: bookings(['A']) };
  expect(() =>
    relationQuality(side, side, { relation: { ...relation, childKey: 'payer' }, features: [] }),
  ).toThrow('there is no column payer');
});
