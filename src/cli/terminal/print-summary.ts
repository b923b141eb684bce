export function printSummary<Summary>(
  summary: Summary,
  json: boolean,
  linesOf: (summary: Summary) => string[],
): void {
  const text = json ? JSON.stringify(summary) : linesOf(summary).join('\n');
  process.stdout.write(`${text}\n`);
}
