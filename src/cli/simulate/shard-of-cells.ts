import { SimulationRequestError } from '../../engines/simulate/index.ts';

export type Shard = { part: number; parts: number };

export function shardFrom(text: string | undefined): Shard | null {
  if (text === undefined) return null;
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text);
  const shard = { part: Number(match?.[1]), parts: Number(match?.[2]) };
  if (match === null || shard.part < 1 || shard.part > shard.parts) {
    throw new SimulationRequestError('--shard: expected k/n with 1 <= k <= n <= 9999.');
  }
  return shard;
}

/** Returns the numbers of a shard's cells; of all cells without a shard. */
export function cellsOf(plan: { cells: readonly unknown[] }, shard: Shard | null): number[] {
  const { part, parts } = shard ?? { part: 1, parts: 1 };
  const edge = (end: number) => Math.floor((plan.cells.length * end) / parts);
  const first = edge(part - 1);
  return Array.from({ length: edge(part) - first }, (_, i) => first + i);
}

const four = (n: number) => String(n).padStart(4, '0');

export const suffixOf = (shard: Shard | null): string =>
  shard === null ? '' : `.part-${four(shard.part)}-of-${four(shard.parts)}`;

/** True for the part that begins the joined files. */
export const hasHeading = (shard: Shard | null): boolean => shard === null || shard.part === 1;
