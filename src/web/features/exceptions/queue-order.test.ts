import { expect, test } from 'vitest';
import { ordersFor, queueOrder } from './queue-order.ts';

const caseOf = (row: number, account: string, amount: string) => ({
  row,
  score: 1 - row / 100,
  values: { account_id: account, amount },
});
const cases = [caseOf(1, 'A', '5'), caseOf(2, 'B', '-90.5'), caseOf(3, 'A', '7')];

test('by score, by size of the amount, and by account in the order of its highest case', () => {
  expect(queueOrder(cases, 'score')).toEqual([0, 1, 2]);
  expect(queueOrder(cases, 'amount')).toEqual([1, 2, 0]);
  expect(queueOrder(cases, 'account')).toEqual([0, 2, 1]);
});

test('amounts in another form than plain numbers, and rows without account, are not ordered by them', () => {
  expect(ordersFor(cases)).toEqual(['score', 'amount', 'account']);
  expect(ordersFor([...cases, caseOf(4, 'C', '1.234,50')])).toEqual(['score', 'account']);
  expect(ordersFor([{ row: 1, score: 1, values: { amount: '1' } }])).toEqual(['score', 'amount']);
});
