import type { LineRanges } from '../../platform/tabular/delimited/line-ranges.ts';
import type { RejectedLines } from '../../shared/contracts/ingestion.ts';
import { AppError } from '../../shared/errors.ts';

/** More lines than this, or than this share of the file's, are left out only when its sender agrees. */
const MAX_LINES = 100;
const MAX_SHARE = 0.001;

/** Refuses a file of which much can't be read, and says what that is and how it is taken all the same. */
export function confirmLeftOut({ lines, ranges }: LineRanges, linesInFile: number): void {
  if (lines <= MAX_LINES && lines <= MAX_SHARE * linesInFile) return;
  const [first] = ranges;
  const detail: RejectedLines = { rejected_count: lines, rejects: ranges };
  throw new AppError(
    'confirmation_needed',
    `${lines} of ${linesInFile} lines can't be read${first ? `, the first of them line ${first.fromLine}: ${first.reason}` : ''}. Nothing was kept. Correct the file, or send it with accept_rejected=true to leave these lines out.`,
    { detail },
  );
}
