import { placeName } from '../../platform/formats/refuse.ts';
import type { StatementFacts } from '../../shared/bank-formats.ts';
import type { RejectedLines } from '../../shared/contracts/ingestion.ts';
import { AppError } from '../../shared/errors.ts';

export function confirmTotals({ mismatchCount, mismatches }: StatementFacts): void {
  const [first] = mismatches;
  if (first === undefined) return;
  const detail: RejectedLines = {
    totals: true,
    rejected_count: mismatchCount,
    rejects: mismatches.map(({ line, path, reason }) => ({
      fromLine: line,
      toLine: line,
      reason,
      text: path ?? '',
    })),
  };
  const more = mismatchCount === 1 ? '' : ` ${mismatchCount - 1} other totals do not match either.`;
  throw new AppError(
    'confirmation_needed',
    `The file's totals do not match its entries. ${placeName(first)}: ${first.reason}.${more} Nothing was saved. Correct the file, or set accept_rejected=true to import it unchanged.`,
    { detail },
  );
}
