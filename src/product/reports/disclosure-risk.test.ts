import { expect, test } from 'vitest';
import { disclosureRisk } from './disclosure-risk.ts';

test('risk runs from 0 for a full score to 4 for none; without a score there is none', () => {
  expect([100, 75, 50, 0].map(disclosureRisk)).toEqual([0, 1, 2, 4]);
  expect(disclosureRisk(null)).toBeNull();
});
