import type { FilePlace, StatementFacts, TotalMismatch } from '../../shared/bank-formats.ts';

const MAX_LISTED = 200;

export function createTotals() {
  const totals = new Map<string, { passed: number; failed: number }>();
  const mismatches: TotalMismatch[] = [];
  let mismatchCount = 0;
  const unchecked = new Map<string, number>();
  return {
    note: (name: string, fault: (FilePlace & { reason: string }) | null): void => {
      const counts = totals.get(name) ?? { passed: 0, failed: 0 };
      totals.set(name, counts);
      if (fault === null) {
        counts.passed++;
        return;
      }
      counts.failed++;
      mismatchCount++;
      if (mismatches.length < MAX_LISTED) mismatches.push(fault);
    },
    leaveUnchecked: (reason: string): void => {
      unchecked.set(reason, (unchecked.get(reason) ?? 0) + 1);
    },
    facts: (): Pick<StatementFacts, 'totals' | 'mismatchCount' | 'mismatches' | 'unchecked'> => ({
      totals: [...totals].map(([name, counts]) => ({ name, ...counts })),
      mismatchCount,
      mismatches,
      unchecked: [...unchecked].map(([reason, count]) => ({ reason, statements: count })),
    }),
  };
}
