import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { presets } from '../configuration/presets.ts';
import { countries } from '../data/countries.ts';
import { directoryOf } from './build-directory.ts';
import { drawLocalMerchant } from './cell-state.ts';
import { cityWeights, drawCity } from './customers.ts';
import { EVERYWHERE } from './directory.ts';
import { visitShares } from './merchant-shares.ts';

test('visits are shared out as they are drawn', () => {
  const directory = directoryOf(presets['us-community-bank'], {
    seed: 5n,
    prefix: 'X',
    country: 'US',
    customers: 3000,
  });
  const cities = countries.US!.cities.length;
  const category = 0;
  const first = directory.first[category];
  const end = directory.first[category + 1];
  const popularity = Array.from({ length: end - first }, (_, rank) => 1 / (rank + 3));
  const expected = visitShares(popularity, {
    places: directory.city.subarray(first, end),
    online: directory.online.subarray(first, end),
    cities: cityWeights(cities),
    everywhere: EVERYWHERE,
  });
  expect(expected.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  const stream = streamFor(1n, 1, 1);
  const seen = expected.map(() => 0);
  const visits = 200_000;
  for (let n = 0; n < visits; n++) {
    const merchant = drawLocalMerchant(directory, {
      category,
      city: drawCity(stream, cities),
      stream,
    });
    seen[merchant - first]++;
  }
  // Pearson's chi-square lies within four of its standard deviations, sqrt(2 x freedom), of its freedom.
  const statistic = expected.reduce(
    (sum, share, i) => sum + (seen[i] - share * visits) ** 2 / (share * visits),
    0,
  );
  const freedom = expected.length - 1;
  expect(Math.abs(statistic - freedom)).toBeLessThan(4 * Math.sqrt(2 * freedom));
});
