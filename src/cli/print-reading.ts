import type { LineRanges } from '../platform/tabular/delimited/line-ranges.ts';
import { balanceNotice } from '../shared/balance-notice.ts';
import type { ColumnLayout } from '../shared/column-layout.ts';
import type { RunningBalance } from '../shared/column-mapping.ts';

const MAX_NAMED = 20;

export function printLines(path: string, lines: LineRanges, outcome: string): void {
  if (lines.lines === 0) return;
  process.stderr.write(
    `${path}: ${lines.lines} ${lines.lines === 1 ? 'line' : 'lines'} ${outcome}\n`,
  );
  for (const { fromLine, toLine, reason } of lines.ranges.slice(0, MAX_NAMED)) {
    const place = fromLine === toLine ? `line ${fromLine}` : `lines ${fromLine} to ${toLine}`;
    process.stderr.write(`  ${place}: ${reason}\n`);
  }
}

export function printNotices(
  path: string,
  { notices: all, columns }: { notices: readonly string[]; columns: readonly ColumnLayout[] },
): void {
  for (const notice of all) process.stderr.write(`${path}: ${notice}\n`);
  for (const { name, notices } of columns)
    for (const notice of notices) process.stderr.write(`${path}: column ${name}: ${notice}\n`);
}

export function printBalanceBreaks(path: string, balance: RunningBalance | null): void {
  const notice = balance && balanceNotice(balance);
  if (notice !== null) process.stderr.write(`${path}: column ${notice}\n`);
}
