import type { ExceptionCase } from '../../data/rows.ts';
import { queueFacts } from './queue-facts.ts';

export const QUEUE_ORDERS = {
  score: 'By score',
  amount: 'By amount',
  account: 'By account',
} as const;
export type QueueOrder = keyof typeof QUEUE_ORDERS;

const sizeOf = (amount: string | null) =>
  amount === null || amount.trim() === '' ? Number.NaN : Math.abs(Number(amount));

/** Returns the available sort orders; by amount only if all amounts are plain numbers. */
export function ordersFor(cases: readonly ExceptionCase[]): QueueOrder[] {
  const facts = cases.map((entry) => queueFacts(entry));
  return (Object.keys(QUEUE_ORDERS) as QueueOrder[]).filter(
    (order) =>
      order === 'score' ||
      (order === 'account'
        ? facts.some(({ account }) => account !== null)
        : facts.every(({ plainAmount }) => Number.isFinite(sizeOf(plainAmount)))),
  );
}

/** Returns case indexes in queue order. Cases are stored by descending score. */
export function queueOrder(cases: readonly ExceptionCase[], order: QueueOrder): number[] {
  const places = cases.map((_, place) => place);
  if (order === 'score') return places;
  const facts = cases.map((entry) => queueFacts(entry));
  if (order === 'amount') {
    const sizes = facts.map(({ plainAmount }) => sizeOf(plainAmount));
    return places.sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  }
  // Order accounts by their highest-scoring case.
  const first = new Map<string | null, number>();
  for (const [place, { account }] of facts.entries()) {
    if (!first.has(account)) first.set(account, place);
  }
  const groupOf = (place: number) => first.get(facts[place]!.account)!;
  return places.sort((a, b) => groupOf(a) - groupOf(b) || a - b);
}
