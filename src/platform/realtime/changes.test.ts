import { expect, test } from 'vitest';
import { matches } from './bindings.ts';
import { type Change, filterQuery, keyFilter, readChange, readJoin } from './changes.ts';

const change: Change = {
  table: 'runs',
  type: 'UPDATE',
  key: { id: 'a&b', part: 7 },
  tenant: null,
  at: '2026-01-01T00:00:00Z',
};

test('a change is read as it was announced, and nothing else', () => {
  expect(readChange(JSON.stringify(change))).toEqual(change);
  expect(() => readChange(JSON.stringify({ ...change, type: 'TRUNCATE' }))).toThrow();
  expect(() => readChange('{}')).toThrow();
});

test('the key becomes a filter of each of its columns, encoded', () => {
  expect(keyFilter(change)).toBe('id=eq.a%26b&part=eq.7');
});

test.each([
  [undefined, ''],
  ['', ''],
  ['status=eq.done', 'status=eq.done'],
  ['status=eq.done, kind=eq.fit', 'status=eq.done&kind=eq.fit'],
  ['id=in.(1,2,3)', 'id=in.%281%2C2%2C3%29'],
  ['id=in.(1,2),status=neq.x=y', 'id=in.%281%2C2%29&status=neq.x%3Dy'],
  ['nonsense', 'nonsense='],
])('a filter %j is %j in a query', (filter, query) => {
  expect(filterQuery(filter)).toBe(query);
});

test('a join without configuration wants nothing; presence and privacy are wanted only if stated', () => {
  const nothing = { wanted: [], isPrivate: false, wantsPresence: false, token: null };
  expect(readJoin({})).toEqual(nothing);
  expect(readJoin({ config: { private: null, presence: null } })).toEqual(nothing);
  const wanted = [{ event: '*', schema: 'public', table: 'runs' }];
  expect(
    readJoin({
      config: { postgres_changes: wanted, private: true, presence: { enabled: true } },
      access_token: 'token',
    }),
  ).toEqual({ wanted, isPrivate: true, wantsPresence: true, token: 'token' });
});

test('a join of more than 50 subscriptions, other events or long filters is refused', () => {
  const join = (subscription: object, count = 1) =>
    readJoin({
      config: {
        postgres_changes: Array.from({ length: count }, () => ({
          event: '*',
          schema: 'public',
          ...subscription,
        })),
      },
    });
  expect(join({}, 50)?.wanted).toHaveLength(50);
  expect(join({}, 51)).toBeNull();
  expect(join({ event: 'TRUNCATE' })).toBeNull();
  expect(join({ filter: 'a'.repeat(2000) })).not.toBeNull();
  expect(join({ filter: 'a'.repeat(2001) })).toBeNull();
  expect(readJoin('text')).toBeNull();
});

test('a subscription hears its table and event', () => {
  const binding = (event: '*' | 'INSERT' | 'UPDATE', table = 'runs') => ({
    id: 1,
    schema: 'public',
    event,
    table,
  });
  expect([
    matches(binding('*'), change),
    matches(binding('UPDATE'), change),
    matches(binding('INSERT'), change),
    matches(binding('*', 'batches'), change),
  ]).toEqual([true, true, false, false]);
});
