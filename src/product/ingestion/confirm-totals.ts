import { placeName } from '../../platform/formats/refuse.ts';
import type { StatementFacts } from '../../shared/bank-formats.ts';
import type { RejectedLines } from '../../shared/contracts/ingestion.ts';
import { AppError } from '../../shared/errors.ts';

/** Refuses a file whose totals are not those of its entries, and says where and how it is taken all the same. */
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
  const more = mismatchCount === 1 ? '' : ` ${mismatchCount - 1} other totals don't agree either.`;
  throw new AppError(
    'confirmation_needed',
    `The file's totals don't agree with its entries. ${placeName(first)}: ${first.reason}.${more} Nothing was kept. Correct the file, or send it with accept_rejected=true to take it as it is.`,
    { detail },
  );
}
