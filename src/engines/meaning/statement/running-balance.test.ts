import { expect, test } from 'vitest';
import { numbers, upTo } from '../../table/columns.fixture.ts';
import { findRunningBalance } from './running-balance.ts';

test('a column that is mostly 0 is no balance of itself', () => {
  const level = upTo(400).map((row) => (row % 10 === 0 ? 1 + (row % 3) : 0));
  const table = { rows: 400, columns: [numbers('level', level)] };
  expect(findRunningBalance(table, Float64Array.from(level), null)).toBeNull();
});

test('a balance that begins at 0 is found', () => {
  const amounts = upTo(60).map((row) => (row % 7) - 3);
  let sum = 0;
  const balances = amounts.map((amount) => {
    sum += amount;
    return sum;
  });
  const table = { rows: 60, columns: [numbers('balance', balances)] };
  expect(findRunningBalance(table, Float64Array.from(amounts), null)).toMatchObject({
    column: 'balance',
    share: 1,
  });
});

test('a count of the rows is no balance of marks', () => {
  const marks = upTo(400).map((row) => Number(row % 3 === 0));
  const table = { rows: 400, columns: [numbers('loan_id', upTo(400))] };
  expect(findRunningBalance(table, Float64Array.from(marks), null)).toBeNull();
});
