import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { configurationSchema } from '../../engines/simulate/index.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'calibrate-'));
const out = join(folder, 'bank.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Two movements a week of each account: a card payment; cash or pay every fourth or ninth time. */
function file(accounts: number, word = 'KARTE'): string {
  const path = join(folder, `${accounts}-${word}.csv`);
  const rows = Array.from({ length: accounts * 104 }, (_, i) => {
    const [account, at] = [i % accounts, Math.floor(i / accounts)];
    const day = new Date(Date.UTC(2024, 0, 1 + Math.floor(3.5 * at) + (account % 3)));
    const isCash = (at + account) % 4 === 0;
    const isPay = !isCash && at % 9 === 0;
    const amount = isPay ? 900 + 7 * (i % 50) : isCash ? 50 * (1 + (i % 3)) : 5 + ((7 * i) % 90);
    const kind = isPay ? 'GEHALT' : isCash ? 'BAR' : word;
    return `K${1000 + account},${day.toISOString().slice(0, 10)},${amount.toFixed(2)},${kind}`;
  });
  writeFileSync(path, `konto,tag,betrag,art\n${rows.join('\n')}\n`);
  return path;
}

const calibrated = (path: string, ...more: string[]) =>
  run(process.execPath, [
    main,
    'calibrate',
    path,
    '--out',
    out,
    '--map',
    'account=konto,date=tag,amount=betrag,kind=art',
    ...more,
  ]);

longTest(
  'words without a kind are named, and too few accounts refused; nothing is written',
  async () => {
    await expect(calibrated(file(120), '--kind', 'BAR=cash_withdrawal')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('rows have no kind: "KARTE", "GEHALT"'),
    });
    await expect(calibrated(file(40))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The file has 40 accounts; 100 are needed'),
    });
    await expect(calibrated(file(120), '--kind', 'BAR=cash')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--kind: expected WORD=kind'),
    });
    expect(existsSync(out)).toBe(false);
  },
);

longTest(
  'a configuration comes out that a bank is simulated from',
  async () => {
    const words = ['BAR=cash_withdrawal', 'KARTE=purchase', 'GEHALT=transfer_in'];
    const kinds = words.flatMap((word) => ['--kind', word]);
    const { stdout } = await calibrated(file(300), ...kinds, '--json');
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ rows: 31_200, accounts: 300, unknown: [] });
    expect(summary.figures.length).toBeGreaterThan(25);
    // No bank has accounts this much alike: 8 of 30 figures are not met.
    expect(summary.missed.length).toBeLessThan(summary.figures.length / 3);
    configurationSchema.parse(JSON.parse(readFileSync(out, 'utf8')));
    const counts = ['--customers', '50', '--accounts', '60', '--transactions', '3000'];
    const from = ['--preset', 'eu-retail-bank', '--configuration', out, '--seed', '2'];
    const bank = await run(process.execPath, [
      main,
      'simulate',
      ...counts,
      ...from,
      '--out',
      join(folder, 'bank'),
    ]);
    expect(bank.stdout).toMatch(/^50 customers, 60 accounts, 3000 transactions/);
  },
  600_000,
);
