import { type AliasTable, aliasTable, drawAlias } from '../../random/alias-table.ts';
import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { type RandomStream, UINT32_RANGE } from '../../random/stream.ts';

/** Stream numbers of an entity, one per subject, so that changes stay local. */
export const purposes = {
  customer: 1,
  household: 2,
  account: 3,
  accountMix: 4,
  merchant: 5,
  party: 6,
  habits: 7,
  recurring: 8,
  day: 9,
  scheme: 10,
  lookAlike: 11,
  credit: 12,
  firstAccount: 13,
  boundary: 14,
  life: 15,
  activity: 16,
  fraud: 17,
  profile: 19,
  charges: 20,
  knownCustomer: 21,
  // The two numbers after that of known customers are theirs too.
  profileSeries: 24,
} as const;

export const chance = (stream: RandomStream, p: number): boolean =>
  stream.uint32() < p * UINT32_RANGE;

export const pick = <T>(stream: RandomStream, list: readonly T[]): T =>
  list[stream.below(list.length)];

export const between = (stream: RandomStream, low: number, high: number): number =>
  low + stream.below(high - low + 1);

/** Draws a log-normal amount in minor units. */
export const amountOf = (stream: RandomStream, amount: { median: number; sigma: number }): number =>
  Math.max(
    1,
    Math.round(
      amount.median * 100 * exponential(amount.sigma * fromTable(standardNormal, stream.uint32())),
    ),
  );

const tables = new WeakMap<object, { names: string[]; table: AliasTable }>();

export function drawKey<K extends string>(stream: RandomStream, weights: Record<K, number>): K {
  let cached = tables.get(weights);
  if (cached === undefined) {
    cached = { names: Object.keys(weights), table: aliasTable(Object.values(weights)) };
    tables.set(weights, cached);
  }
  return cached.names[drawAlias(cached.table, stream)] as K;
}
