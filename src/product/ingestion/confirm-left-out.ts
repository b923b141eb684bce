import type { LineRanges } from '../../platform/tabular/delimited/line-ranges.ts';
import type { RejectedLines } from '../../shared/contracts/ingestion.ts';
import { AppError } from '../../shared/errors.ts';

/** Number and share of unreadable lines above which the uploader must consent. */
const MAX_LINES = 100;
const MAX_SHARE = 0.001;

export function confirmLeftOut({ lines, ranges }: LineRanges, linesInFile: number): void {
  if (lines <= MAX_LINES && lines <= MAX_SHARE * linesInFile) return;
  const [first] = ranges;
  const detail: RejectedLines = { rejected_count: lines, rejects: ranges };
  throw new AppError(
    'confirmation_needed',
    `${lines} of ${linesInFile} lines are unreadable${first ? `; the first is line ${first.fromLine}: ${first.reason}` : ''}. Nothing was saved. Correct the file, or set accept_rejected=true to skip these lines.`,
    { detail },
  );
}
