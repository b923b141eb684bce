import { exponential, naturalLog } from '../../random/exponential.ts';
import { streamFor } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import { countries } from '../data/countries.ts';
import { type Directory, type Entry, EVERYWHERE } from './directory.ts';
import { pick, purposes } from './draws.ts';
import { visitShares } from './merchant-shares.ts';
import { FOREIGN } from './party-entries.ts';
import { spreadOf } from './tickets.ts';

export type MerchantEntries = {
  entries: Entry[];
  merchants: { category: number; rank: number; abroad: boolean }[];
};

export const HOURS = {
  shop: [8, 20],
  meals: [7, 23],
  commute: [5, 22],
  leisure: [10, 24],
  online: [0, 24],
  office: [8, 18],
} as const;

export function merchantEntries(
  configuration: Configuration,
  {
    prefix,
    seed,
    country,
    count,
  }: { prefix: string; seed: bigint; country: string; count: number },
): MerchantEntries {
  const total = configuration.categories.reduce((sum, c) => sum + c.weight, 0);
  const family = countries[country].names.family;
  const foreign = FOREIGN.filter((code) => code !== country);
  const draft: MerchantEntries = { entries: [], merchants: [] };
  const add = (category: number, rank: number, abroad: boolean) => {
    const { words, mcc } = configuration.categories[category];
    const stream = streamFor(seed, draft.entries.length, purposes.merchant);
    draft.entries.push({
      id: `M${prefix}${String(draft.entries.length).padStart(5, '0')}`,
      country: abroad ? pick(stream, foreign) : country,
      mcc,
      name: `${pick(stream, family)} ${pick(stream, words)}`,
    });
    draft.merchants.push({ category, rank, abroad });
  };
  configuration.categories.forEach((category, code) => {
    const share = Math.max(2, Math.round((count * category.weight) / total));
    for (let rank = 0; rank < share; rank++) add(code, rank, false);
  });
  configuration.categories.forEach((_, code) => {
    for (let rank = 0; rank < 3; rank++) add(code, rank, true);
  });
  return draft;
}

/**
 * Shifts the levels of a category's merchants so that they balance out over all visits.
 *
 * @returns variance of their logarithm over visits
 */
export function centerLevels(
  { level, city, online }: Directory,
  first: number,
  popularity: readonly number[],
  cities: readonly number[],
): number {
  const end = first + popularity.length;
  const places = city.subarray(first, end);
  const internet = online.subarray(first, end);
  const visits = visitShares(popularity, {
    places,
    online: internet,
    cities,
    everywhere: EVERYWHERE,
  });
  const { center, variance } = spreadOf(level.subarray(first, end).map(naturalLog), visits);
  for (let i = first; i < end; i++) level[i] = level[i] * exponential(-center);
  return variance;
}
