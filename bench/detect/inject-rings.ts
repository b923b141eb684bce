import { streamFor } from '../../src/engines/random/stream.ts';

export type Transfer = { from: string; to: string; amount: number; day: number };
/** Transfers with rings: accounts in order, labeled. */
export type Rings = { transfers: Transfer[]; rings: string[][] };

const MARGIN = 0.9;

/**
 * Injects rings as AMLSim's CycleTypology does (random intervals, ordered; each transfer 10 % below
 * the one before) between random accounts of a file of ordinary transfers.
 */
export function injectRings(
  ordinary: readonly Transfer[],
  {
    count,
    seed,
    longest = 8,
    duration = 100,
  }: { count: number; seed: bigint; longest?: number; duration?: number },
): Rings {
  const stream = streamFor(seed, count, 3);
  const accounts = [...new Set(ordinary.flatMap(({ from, to }) => [from, to]))].sort();
  const amounts = ordinary.map(({ amount }) => amount).sort((a, b) => a - b);
  const last = ordinary.reduce((most, { day }) => Math.max(most, day), 0);
  const taken = new Set<string>();
  const pick = (): string => {
    const account = accounts[stream.below(accounts.length)]!;
    if (taken.has(account)) return pick();
    taken.add(account);
    return account;
  };
  const transfers = [...ordinary];
  const rings = Array.from({ length: count }, () => {
    const members = Array.from({ length: 3 + stream.below(longest - 2) }, pick);
    const start = stream.below(Math.max(1, last - duration));
    const days = members.map(() => start + stream.below(duration)).sort((a, b) => a - b);
    let amount = amounts[Math.floor(amounts.length * (0.5 + stream.float() / 2))]!;
    members.forEach((from, i) => {
      transfers.push({ from, to: members[(i + 1) % members.length]!, amount, day: days[i]! });
      amount = Math.round(amount * MARGIN * 100) / 100;
    });
    return members;
  });
  return { transfers, rings };
}
