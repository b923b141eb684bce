import { expect, test } from 'vitest';
import { type Condition, emptyForm, readForm, readTablesForm } from './generate-request.ts';

const form = emptyForm(49_102);
const read = (changes: Partial<typeof form>) => readForm({ ...form, ...changes });
const conditions = (...list: [string, string, string][]): { conditions: Condition[] } => ({
  conditions: list.map(([column, value, percent]) => ({ column, value, percent })),
});

test('the proposal is the file’s rows, balanced, with a random seed', () => {
  expect(read({})).toEqual({ kind: 'request', request: { count: 49_102, mode: 'balanced' } });
});

test('epsilon and method go along with the private mode alone', () => {
  expect(read({ mode: 'private', epsilon: 1, mechanism: 'aim' })).toMatchObject({
    request: { mode: 'private', epsilon: 1, mechanism: 'aim' },
  });
  expect(read({ mode: 'cautious', epsilon: 1 })).toEqual({
    kind: 'request',
    request: { count: 49_102, mode: 'cautious' },
  });
});

test.each(['', '0', '1.5', 'many', '10000001'])('“%s” rows are asked for again', (rows) => {
  expect(read({ size: rows })).toMatchObject({ kind: 'issue', issue: { field: 'size' } });
});

test('a seed keeps all 20 digits, and an invalid one is rejected', () => {
  expect(read({ seed: '18446744073709551615' })).toMatchObject({
    request: { seed: '18446744073709551615' },
  });
  for (const seed of ['-1', '1.5', '18446744073709551616', '99999999999999999999'])
    expect(read({ seed })).toMatchObject({ issue: { field: 'seed' } });
});

test('a value of all rows is given, one of a share of them is rebalanced', () => {
  expect(
    read(conditions(['currency', 'EUR', '100'], ['is_fraudulent', 'true', '25'])),
  ).toMatchObject({
    request: {
      given: { currency: 'EUR' },
      rebalance: { column: 'is_fraudulent', shares: { true: 0.25 } },
    },
  });
});

test.each([
  [conditions(['', '', '100']), /Choose a column/],
  [conditions(['a', 'x', '120']), /0 to 100/],
  [conditions(['a', 'x', '']), /0 to 100/],
  [conditions(['a', 'x', '60'], ['a', 'y', '60']), /exceed 100 percent/],
  [conditions(['a', 'x', '60'], ['b', 'y', '10']), /one column/],
  [conditions(['a', 'x', '100'], ['a', 'x', '100']), /remove one/],
  [conditions(['a', 'x', '30'], ['a', 'y', '100']), /can't have one value/],
])('conditions that contradict are named: %j', (changes, message) => {
  const result = read(changes);
  expect(result.kind === 'issue' && result.issue.message).toMatch(message);
});

const readTables = (changes: Partial<typeof form>) =>
  readTablesForm({ ...emptyForm(1), ...changes });

test('conditions of linked tables name their table', () => {
  const columns = conditions(
    ['loan.status', 'B', '100'],
    ['loan.a.b', 'x', '100'],
    ['client.city', 'Brno', '100'],
    ['disp.type', 'OWNER', '25'],
  );
  expect(readTables({ size: '1.5', seed: '7', ...columns })).toEqual({
    kind: 'request',
    request: {
      scale: 1.5,
      mode: 'balanced',
      seed: '7',
      given: { loan: { status: 'B', 'a.b': 'x' }, client: { city: 'Brno' } },
      rebalance: { table: 'disp', column: 'type', shares: { OWNER: 0.25 } },
    },
  });
});

test.each(['', '0', '-1', 'twice', '1001'])('a scale of “%s” is refused', (size) => {
  expect(readTables({ size })).toMatchObject({ kind: 'issue', issue: { field: 'size' } });
});
