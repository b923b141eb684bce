import type { History } from './histories.ts';

const DAYS_A_MONTH = 30.44;

/** Days before a withdrawal; `isFirst` for those from the opening. */
export type Gap = { row: number; days: number; isFirst: boolean };

/** Returns the days before each withdrawal: from the last one, or from an account's opening. */
export function gapsOf({ irregular, ageOf, opened }: History): Gap[] {
  const taken = irregular
    .filter(({ kind }) => kind === 'cashWithdrawal')
    .map(({ row }) => ({ row, day: Math.round(ageOf(row) * DAYS_A_MONTH) }));
  return taken.flatMap(({ row, day }, i) =>
    i > 0 || opened ? [{ row, days: day - (taken[i - 1]?.day ?? 0), isFirst: i === 0 }] : [],
  );
}

export const endsPause = (days: number, pause: number): boolean => days > 0 && days % pause === 0;
