import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WRITTEN_FORMATS } from '../src/shared/upload-formats.ts';
import { medianBy, report } from './foundation/figures.ts';
import { writeTransactionsFile } from './foundation/transactions-file.ts';

/**
 * Benchmarks table formats: processor time and memory to read a file, relative to a CSV of the same rows. The
 * workbook has about 100 MB: a sheet can't have more rows than the CSV of 89 MB.
 * `node bench/tables.ts [--only FORMAT] [--megabytes N (of the CSV)] [--passes N]`
 */
function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}
const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const CLI = script('../src/cli/sandbox.mjs');
const SCAN = script('./tables/scan.ts');
const MAX_RATIO = 10;
const MAX_MEGABYTES = 1000;

type Scan = { rows: number; seconds: number; megabytes: number };

function run(args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const passes = option('passes', 3);
const scan = (path: string): Scan =>
  medianBy(
    Array.from({ length: passes }, () => JSON.parse(run([SCAN, path])) as Scan),
    ({ seconds }) => seconds,
  );

const folder = mkdtempSync(join(tmpdir(), 'bench-tables-'));
try {
  const csv = join(folder, 'rows.csv');
  const rows = await writeTransactionsFile(csv, option('megabytes', 89) * 1e6);
  const peer = scan(csv);
  console.log(`csv: ${rows} rows, ${peer.seconds.toFixed(1)} s, ${peer.megabytes.toFixed(0)} MB`);
  const at = process.argv.indexOf('--only');
  const only = at < 0 ? null : process.argv[at + 1];
  const formats = WRITTEN_FORMATS.filter((name) => name !== 'csv' && name === (only ?? name));
  for (const format of formats) {
    const path = join(folder, `rows.${format}`);
    run([CLI, 'export', csv, '--format', format, '--out', path]);
    const own = scan(path);
    if (own.rows !== rows) throw new Error(`${format}: expected ${rows} rows, read ${own.rows}`);
    const size = (statSync(path).size / 1e6).toFixed(0);
    const name = `${format} of ${size} MB`;
    const goals = {
      time: { floor: MAX_RATIO, aim: 3 },
      memory: { floor: MAX_MEGABYTES, aim: 500 },
    };
    const held = [
      report({
        name: `${name}: time over CSV`,
        value: own.seconds / peer.seconds,
        unit: 'x',
        ...goals.time,
      }),
      report({ name: `${name}: memory`, value: own.megabytes, unit: 'MB', ...goals.memory }),
    ];
    if (held.includes(false)) process.exitCode = 1;
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
