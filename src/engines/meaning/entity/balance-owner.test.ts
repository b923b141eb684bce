import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { days, numbers, words } from '../../table/columns.fixture.ts';
import { meaningsOf } from '../meanings.ts';

/** Movements of the stock of 40 articles, all in order of time. */
function movements(keepsStock: boolean) {
  const stream = streamFor(3n, 0, 0);
  const stock = new Int32Array(40);
  const rows = Array.from({ length: 1600 }, (_, i) => {
    const article = stream.below(40);
    const quantity = stream.below(200) - 90;
    stock[article]! += quantity;
    const left = keepsStock ? stock[article]! : stream.below(5000);
    return { article: `PZ-${800 + article}`, day: Math.floor(i / 4), quantity, left };
  });
  const columns = [
    words(
      'sku',
      rows.map(({ article }) => article),
    ),
    days(
      'moved_on',
      rows.map(({ day }) => day),
    ),
    numbers(
      'quantity',
      rows.map(({ quantity }) => quantity),
    ),
    numbers(
      'stock_after',
      rows.map(({ left }) => left),
    ),
  ];
  return { rows: rows.length, columns };
}

test('codes within which a balance runs name accounts, whatever their header', () => {
  expect(meaningsOf(movements(true))[0]).toMatchObject({
    role: 'reference',
    evidence: 'stock_after is a running balance of quantity for each sku.',
  });
  expect(meaningsOf(movements(false))[0]).toMatchObject({ role: 'feature' });
});
