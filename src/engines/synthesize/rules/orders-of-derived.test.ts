import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { fit, ruleSentences, sample } from '../index.ts';
import { numbersOf } from './laws/amount-law.ts';

const cents = (value: number) => (Math.round(value) / 100).toFixed(2);

/** Medical claims: a deductible is at most what is allowed, which out of network is a share. */
const claims = (() => {
  const stream = streamFor(23n, 0, 0);
  const rows = Array.from({ length: 2500 }, () => {
    const billed = 5000 + stream.below(400_000);
    const isIn = stream.below(3) > 0;
    const allowed = isIn ? Math.floor(billed * (0.2 + 0.3 * stream.float())) : billed * 0.7;
    const used = Math.round(stream.below(2) === 0 ? allowed * stream.float() ** 0.2 : 0);
    const deductible = Math.min(used, Math.floor(allowed));
    return [isIn ? 'Y' : 'N', cents(billed), cents(allowed), cents(deductible)];
  });
  const names = ['network', 'billed', 'allowed', 'deductible'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c]!)),
  );
})();

test('a drawn number is never above one that follows from others', () => {
  const model = fit(claims, { mode: 'balanced', seed: 1n });
  expect(ruleSentences(model, claims.columns)).toEqual(
    expect.arrayContaining([
      'allowed = billed × 0.7 where network is N',
      'deductible is never above allowed',
    ]),
  );
  const drawn = sample(model, { rows: 3000, seed: 2n });
  const [billed, allowed, deductible] = [1, 2, 3].map((c) => numbersOf(drawn.columns[c]!));
  expect(billed!.every((value, row) => deductible![row]! <= allowed![row]! && value > 0)).toBe(
    true,
  );
  const network = drawn.columns[0]!;
  if (network.kind !== 'category') throw new Error('expected words');
  allowed!.forEach((value, row) => {
    if (network.dictionary[network.codes[row]!] === 'N')
      expect(Math.abs(value - 0.7 * billed![row]!)).toBeLessThan(0.011);
  });
});
