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

/** The orders that these cases can be put in: by amount only where each is written as a plain number. */
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

/** Places of the cases in the order of the queue; cases stand in the batch by score, the highest first. */
export function queueOrder(cases: readonly ExceptionCase[], order: QueueOrder): number[] {
  const places = cases.map((_, place) => place);
  if (order === 'score') return places;
  const facts = cases.map((entry) => queueFacts(entry));
  if (order === 'amount') {
    const sizes = facts.map(({ plainAmount }) => sizeOf(plainAmount));
    return places.sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  }
  // Accounts in the order of their highest case.
  const first = new Map<string | null, number>();
  for (const [place, { account }] of facts.entries()) {
    if (!first.has(account)) first.set(account, place);
  }
  const groupOf = (place: number) => first.get(facts[place]!.account)!;
  return places.sort((a, b) => groupOf(a) - groupOf(b) || a - b);
}
