import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAmount } from '../src/platform/formats/amount.ts';
import { WRITTEN_BANK_FORMATS, type WrittenBankFormat } from '../src/shared/bank-formats.ts';
import { expectedOf } from './formats/expected.ts';
import { type Ledger, makeLedgers } from './formats/ledgers.ts';
import {
  prepareGo,
  preparePython,
  type Reading,
  readingsOf,
  validates,
} from './formats/readers.ts';
import { speedOf } from './formats/speed.ts';
import { report } from './foundation/figures.ts';

/**
 * Benchmarks bank formats on twelve months of 1,000 accounts in three currencies: results of
 * third-party parsers, compared with the ledger, and time to write and read, relative to a CSV of
 * the same rows.
 * `node bench/formats.ts [--accounts N] [--rows N]`
 */
function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}
const CLI = fileURLToPath(new URL('../src/cli/sandbox.mjs', import.meta.url));
const MAX_OUT = 3;
const MAX_IN = 4;

function exportAs(ledger: Ledger, format: WrittenBankFormat, out: string): void {
  const args = [CLI, 'export', ledger.folder, '--format', format, '--out', out];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

const equal = (a: string, b: string): boolean => parseAmount(a) === parseAmount(b);

async function check(
  ledger: Ledger,
  format: WrittenBankFormat,
  readings: readonly Reading[],
): Promise<boolean> {
  const expected = await expectedOf(ledger, format);
  let passed = true;
  for (const { reader, currency, entries, sum, closing, faults } of readings) {
    const right =
      currency === ledger.currency &&
      entries === expected.entries &&
      equal(sum, expected.sum) &&
      (closing === null || equal(closing, expected.closing)) &&
      faults === 0;
    passed &&= right;
    const found = `${entries} entries, sum ${sum}${closing === null ? '' : `, closing balances ${closing}`}`;
    console.log(
      `${format.padEnd(9)} ${ledger.currency} ${reader.padEnd(36)} ${found}: ${right ? 'matches the ledger' : `DIFFERS FROM THE LEDGER: expected ${JSON.stringify(expected)}, ${faults} faults`}`,
    );
  }
  return passed;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-formats-'));
let passed = true;
try {
  const size = { accounts: option('accounts', 1000), rows: option('rows', 100_000) };
  const ledgers = makeLedgers(folder, size);
  const readers = { python: preparePython(), go: prepareGo() };
  for (const format of WRITTEN_BANK_FORMATS) {
    for (const ledger of ledgers) {
      if (format === 'nacha' && ledger.currency !== 'USD') continue;
      const out = join(folder, `${format}-${ledger.currency}`);
      exportAs(ledger, format, out);
      const valid = validates(format, out);
      if (valid !== null)
        console.log(
          `${format.padEnd(9)} ${ledger.currency} schema: ${valid ? 'valid' : 'NOT VALID'}`,
        );
      passed &&= valid !== false;
      passed = (await check(ledger, format, readingsOf(readers, format, out))) && passed;
      rmSync(out, { recursive: true });
    }
  }
  for (const { format, megabytes, rows, ...speed } of await speedOf(
    ledgers[0]!,
    WRITTEN_BANK_FORMATS,
    folder,
  )) {
    const name = `${format}, ${rows} rows, ${megabytes.toFixed(0)} MB`;
    passed =
      report({ name: `${name}: out`, value: speed.out, unit: 'x', floor: MAX_OUT, aim: MAX_OUT }) &&
      passed;
    passed =
      report({ name: `${name}: in`, value: speed.in, unit: 'x', floor: MAX_IN, aim: MAX_IN }) &&
      passed;
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = passed ? 0 : 1;
