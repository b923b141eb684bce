import { isQuiet } from './progress.ts';

/** Prints a summary for people, unless --quiet is given, or as JSON. */
export function printSummary<Summary>(
  summary: Summary,
  json: boolean,
  linesOf: (summary: Summary) => string[],
): void {
  if (isQuiet() && !json) return;
  const text = json ? JSON.stringify(summary) : linesOf(summary).join('\n');
  process.stdout.write(`${text}\n`);
}
