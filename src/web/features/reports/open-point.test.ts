import { expect, test } from 'vitest';
import { byReason } from './open-point.tsx';

test('groups unmeasured figures by reason, with the number of rows', () => {
  const few = { reason: 'too few rows', n: 5000 };
  expect(
    byReason([
      { metric: 'AUC of amount alone', ...few },
      { metric: 'similarity to real data', reason: 'there is no real table', n: 0 },
      { metric: 'AUC of day alone', ...few },
      { metric: 'inference of city, age', reason: 'too few rows', n: 20 },
    ]),
  ).toEqual([
    { names: ['AUC of amount alone', 'AUC of day alone'], why: 'too few rows (n = 5,000)' },
    { names: ['similarity to real data'], why: 'there is no real table' },
    { names: ['inference of city', 'age'], why: 'too few rows (n = 20)' },
  ]);
});
