import { expect, test } from 'vitest';
import { beforeTitleOf, detailsTitleOf, titleOf } from './case-subject.ts';

test('a case of a claim or member is named by it, others by their row', () => {
  const claim = { row: 16, values: { claim_id: 'CLM0000042', paid: 120 } };
  expect(titleOf(claim)).toBe('Claim CLM0000042');
  expect(beforeTitleOf(claim)).toBe('Earlier claims, newest last');
  expect(detailsTitleOf(claim, true)).toBe('Claim details');
  expect(titleOf({ row: 7, values: { member_id: 'M1' } })).toBe('Member M1');
  expect(titleOf({ row: 1234, values: { amount: 5 } })).toBe('Row 1,234');
  expect(titleOf({ row: 3, values: { claim_id: null } })).toBe('Row 3');
  expect(detailsTitleOf({ values: {} }, true)).toBe('Transaction details');
  expect(detailsTitleOf({ values: {} }, false)).toBe('Row details');
});
