import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../src/cli/sandbox.mjs', import.meta.url));

/** Simulated bank of one currency, in a folder. */
export type Ledger = { folder: string; currency: string };

function simulate(
  folder: string,
  preset: string,
  { accounts, rows }: { accounts: number; rows: number },
) {
  const counts = [
    '--customers',
    `${Math.ceil(accounts / 1.5)}`,
    '--accounts',
    `${accounts}`,
    '--transactions',
    `${rows}`,
  ];
  const days = ['--start-date', '2025-01-01', '--end-date', '2025-12-31'];
  const args = [
    CLI,
    'simulate',
    '--preset',
    preset,
    ...counts,
    ...days,
    '--seed',
    '11',
    '--out',
    folder,
  ];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Converts the bank to a currency without decimals: its cents become whole units. */
function inYen(folder: string): void {
  const path = join(folder, 'transactions.csv');
  const text = readFileSync(path, 'utf8')
    .replaceAll(',USD,', ',JPY,')
    .replace(
      /(?<=,)(-?)(\d+)\.(\d\d)(?=,)/g,
      (_, sign, whole, cents) => `${sign}${BigInt(whole + cents)}`,
    );
  writeFileSync(path, text);
}

export function makeLedgers(folder: string, size: { accounts: number; rows: number }): Ledger[] {
  const part = (share: number) => ({
    accounts: Math.round(size.accounts * share),
    rows: Math.round(size.rows * share),
  });
  const at = (currency: string) => ({ folder: join(folder, currency), currency });
  const [dollars, euros, yen] = [at('USD'), at('EUR'), at('JPY')];
  simulate(dollars!.folder, 'us-community-bank', part(0.4));
  simulate(euros!.folder, 'eu-retail-bank', part(0.3));
  simulate(yen!.folder, 'us-community-bank', part(0.3));
  inYen(yen!.folder);
  return [dollars!, euros!, yen!];
}
