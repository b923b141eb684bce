import { expect, test } from 'vitest';
import { parseColumns } from '../../table/parse-columns.ts';
import { buildLedger } from './ledger.ts';
import { describedFeatures } from './plain.ts';

test('a share is compared with its usual value in percent', () => {
  const table = parseColumns(['share'], [['0.10', '0.13', '0.85']]);
  const [feature] = describedFeatures(table, {
    share: { isShare: true, sentence: (value) => `Incurred is ${Math.round(100 * value)} %` },
  });
  expect(feature!.sentence(2, 1)).toBe('Incurred is 85 %; usual is 13 %');
});

test.each([
  ['Card Number', 'card'],
  ['Kartennummer', 'card'],
  ['card_account', 'account'],
  ['account_id', 'account'],
])('rows of column %s belong to one %s', (account, noun) => {
  const table = parseColumns([account], [['1', '2']]);
  expect(buildLedger(table, { account }, new Float64Array(2)).ownerNoun).toBe(noun);
});
