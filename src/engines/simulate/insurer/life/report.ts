import { type BookReport, figure, of, type Totals } from '../../world/book.ts';
import type { BookPlan } from '../../world/plan.ts';

export function reportLife(plan: BookPlan, totals: Totals): BookReport {
  const deaths = of(totals, 'ended death');
  return {
    figures: [
      figure('rows of policy and claim transactions', of(totals, 'transactions'), {
        low: plan.transactions * 0.9,
        high: plan.transactions * 1.1,
        source: 'request, as near as whole policies allow',
        enough: plan.transactions > 0,
      }),
      figure('actual to expected deaths', deaths / of(totals, 'expected deaths'), {
        low: 0.85,
        high: 1.2,
        source: 'configuration: Makeham, Standard Ultimate Life Table x .9; schemes add some',
        enough: deaths >= 200,
      }),
      figure('ledger imbalance, minor units', of(totals, 'imbalance'), {
        low: 0,
        high: 0,
        source: 'double entry',
      }),
    ],
    facts: {},
    files: {},
  };
}
