import { expect, test } from 'vitest';
import { accuracyOf } from './accuracy.ts';

const detector = (name: string) => ({ name, weight: 1 }) as never;
const two = [detector('ECOD'), detector('isolation forest')];

test('with labels it is the AUC, however the detectors agree', () => {
  const evaluation = { auc: 0.91 } as never;
  expect(accuracyOf({ evaluation, agreement: 0.2, detectors: two })).toEqual({
    value: 0.91,
    basis: 'AUC against the labels of the file',
  });
});

test('one detector without labels is not measured', () => {
  expect(accuracyOf({ evaluation: null, agreement: 1, detectors: [detector('ECOD')] })).toEqual({
    value: null,
    basis: 'not measured: one detector and no labels',
  });
});

test.each([
  [0.67, 0.67],
  [-0.3, 0],
])('two detectors without labels: an agreement of %d is stated as %d', (agreement, value) => {
  expect(accuracyOf({ evaluation: null, agreement, detectors: two })).toEqual({
    value,
    basis: 'mean rank correlation between detectors: agreement, not accuracy: no labels',
  });
});
