import type { Addition } from '../../data/growth.ts';

const DAY = 86_400_000;
const DAYS = 30;

export function volumesByDay(
  additions: readonly Addition[],
  now: number,
): { day: string; records: number }[] {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const sums = new Map<string, number>();
  for (const { at, records } of additions) {
    const day = dayOf(at);
    sums.set(day, (sums.get(day) ?? 0) + records);
  }
  return Array.from({ length: DAYS }, (_, i) => {
    const day = dayOf(now - (DAYS - 1 - i) * DAY);
    return { day, records: sums.get(day) ?? 0 };
  });
}
