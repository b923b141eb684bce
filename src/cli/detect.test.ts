import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { longTest } from '../../test/support/long-test.ts';
import type { LedgerCheck } from '../engines/detect/index.ts';
import { commands } from './commands.ts';
import { detectCommand } from './detect.ts';
import { simulateCommand } from './simulate/simulate.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'detect '));
const file = join(folder, 'payments.csv');
async function printedBy(command: (args: string[]) => Promise<number>, args: string[]) {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      output[name] += text;
      return true;
    });
  }
  try {
    expect(await command(args)).toBe(0);
  } finally {
    vi.restoreAllMocks();
  }
  return output;
}
const detect = (...args: string[]) => printedBy(detectCommand, args);

beforeAll(() => {
  const lines = Array.from({ length: 600 }, (_, i) => {
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(i / 4))).toISOString().slice(0, 10);
    const amount = i === 400 ? '99000,00' : `${20 + ((i * 37) % 60)},50`;
    return `T${i};K${i % 5};${day};${amount};${i === 400 ? 'yes' : 'no'}`;
  });
  const broken = 'T600;K1;2026-06-01';
  writeFileSync(
    file,
    `ref;konto;datum;betrag;suspicious\r\n${[...lines, broken].join('\r\n')}\r\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('prints its findings as one line of JSON, and a score for every row', async () => {
  const out = join(folder, 'scores.csv');
  const { stdout, stderr } = await detect(file, '--map', 'account=konto', '--out', out, '--json');
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({
    rows: 600,
    anomalies: 6,
    roles: { account: 'konto', time: 'datum', amount: 'betrag', label: 'suspicious' },
    evaluation: { auc: 1, precisionAtCapacity: 1 / 6 },
  });
  expect(result.detectors.map(({ name }: { name: string }) => name)).toEqual([
    'ecod',
    'isolation-forest',
    'neighbors',
    'hbos',
  ]);
  expect(result.clusters.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(
    600,
  );
  expect(result.top[0].row).toBe(400);
  // Both the proposed mapping and the unreadable line are reported.
  expect(stderr).toContain('amount=betrag');
  expect(stderr).toMatch(/line 602: Expected 5 values, found 3/);
  const scores = readFileSync(out, 'utf8').trimEnd().split('\n');
  expect(scores).toHaveLength(601);
  expect(scores[0]).toBe('row,score');
  expect(Number(scores[401]!.split(',')[1])).toBe(result.top[0].score);
});

test('the text output states the same as JSON', async () => {
  const { stdout } = await detect(file, '--map', 'account=konto', '--capacity', '3');
  expect(stdout).toContain('3 rows flagged for review');
  expect(stdout).toContain('row 401');
  expect(stdout).toContain('evaluation by labels: AUC 1.0000');
});

test.each([
  [[], 'Expected exactly one input file'],
  [['--map', 'boss=konto'], '--map: expected role=COLUMN'],
  [['--map', 'account=nothing'], 'has no column nothing'],
  [['--label', 'nothing'], 'has no column nothing'],
  [['--capacity', '0'], '--capacity: expected'],
  [['--window', '1.5'], '--window: expected'],
  [['--confirmed', 'ref'], '--confirmed: expected a boolean column'],
])('refuses %j', async (args, message) => {
  const parameters = args.length === 0 ? [] : [file, ...args];
  await expect(detect(...parameters)).rejects.toThrow(message);
});

longTest(
  'as a command of its own it prints the same, and ends with 1 and a line where it refuses',
  async () => {
    const command = (...args: string[]) => run(process.execPath, [main, 'detect', file, ...args]);
    const { stdout } = await command('--json');
    expect(JSON.parse(stdout)).toMatchObject({ rows: 600, anomalies: 6 });
    await expect(command('--label', 'nothing')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /\nsandbox detect: The file has no column nothing\. It has ref, konto, datum, betrag, suspicious\.\n$/,
      ),
    });
  },
);

test.each(['detect', 'fit', 'keys'])('sandbox %s --help says how it is called', async (command) => {
  const { stdout, stderr } = await run(process.execPath, [main, command, '--help']);
  expect(stdout).toMatch(new RegExp(`^usage: sandbox ${command} .+\\n\\n[A-Z].+\\.\\n$`));
  expect(stderr).toBe('');
});

test('help lists each command with what it does in one line; --version prints the version', async () => {
  const { stdout } = await run(process.execPath, [main, 'help']);
  for (const [name, { summary }] of Object.entries(commands))
    expect(stdout.split('\n')).toContain(`  ${name.padEnd(16)}  ${summary}`);
  expect(stdout.split('\n').every((line) => line.length <= 100)).toBe(true);
  const version = await run(process.execPath, [main, '--version']);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

longTest(
  'balances of a simulated bank follow from its movements on every day, until one is changed',
  async () => {
    const bank = join(folder, 'bank');
    const counts = ['--customers', '60', '--accounts', '80', '--transactions', '3000'];
    await printedBy(simulateCommand, [...counts, '--seed', '3', '--out', bank]);
    const path = join(bank, 'transactions.csv');
    const ledgerOf = async () =>
      JSON.parse((await detect(path, '--json')).stdout).dataQuality.ledger as LedgerCheck;
    const { accountDays, exact, within } = await ledgerOf();
    expect(accountDays).toBeGreaterThan(1000);
    expect([exact, within]).toEqual([accountDays, accountDays]);

    const lines = readFileSync(path, 'utf8').split('\r\n');
    const cells = lines[1500]!.split(',');
    lines[1500] = [cells[0], String(Number(cells[1]) + 5), ...cells.slice(2)].join(',');
    writeFileSync(path, lines.join('\r\n'));
    expect((await ledgerOf()).exact).toBeLessThan(accountDays);
  },
);

test('patterns are looked for within the window asked for, and ranked by how little chance explains them', async () => {
  const transfers = join(folder, 'transfers.csv');
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
  const pairs = Array.from({ length: 60 }, (_, i) => `a${i};b${i};${day(i)};${200 + i}.00`);
  const back = Array.from({ length: 8 }, (_, i) => `b${i};a${i};${day(20 + i)};${300 + i}.00`);
  // Eight accounts pay similar small amounts to one account, nine days apart.
  const slow = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `p${i};hub;${day(9 * i)};9.0${i}`);
  const usual = [250, 600, 900].map((amount, i) => `b${10 + i};hub;${day(30 * i)};${amount}.00`);
  const all = [...pairs, ...back, ...slow, ...usual];
  const text = ['account;counterparty;date;amount', ...all].join('\n');
  writeFileSync(transfers, `${text}\n`);
  const patternsOf = async (...args: string[]) => {
    const { stdout } = await detect(transfers, ...args, '--json');
    return JSON.parse(stdout).patterns as { kind: string; accounts: string[]; surprise: number }[];
  };
  expect(await patternsOf()).toEqual([]);
  const [fan] = await patternsOf('--window', '70');
  expect(fan).toMatchObject({ kind: 'fan-in', rows: expect.any(Array) });
  expect(fan!.accounts[0]).toBe('hub');
  expect(fan!.accounts).toHaveLength(9);
  expect(fan!.surprise).toBeGreaterThan(0);
});

test('rows confirmed as fraud do not count as what is usual', async () => {
  const cards = join(folder, 'cards.csv');
  const lines = Array.from({ length: 400 }, (_, i) => {
    const day = new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
    const amount = i === 300 ? 9000 : i === 320 ? 8000 : 20 + ((i * 37) % 60);
    return `K1,${day},${amount}.00,${i === 300 ? 'yes' : 'no'}`;
  });
  writeFileSync(cards, `account_id,date,amount,fraud\n${lines.join('\n')}\n`);
  const reasonOf = async (...args: string[]) => {
    const { stdout } = await detect(cards, '--capacity', '2', ...args, '--json');
    const { top } = JSON.parse(stdout) as { top: { row: number; reasons: string[] }[] };
    return top.find(({ row }) => row === 320)?.reasons[0];
  };
  expect(await reasonOf()).toMatch(/the largest of 320 earlier rows 9,000$/);
  expect(await reasonOf('--confirmed', 'fraud')).toMatch(/the largest of 319 earlier rows 79$/);
});

test('ranks by labels, evaluates on later ones and names rows to label next', async () => {
  const labels = join(folder, 'labels.csv');
  const lines = Array.from({ length: 120 }, (_, i) => `${5 * i + 1},${i % 4 === 0 ? 1 : 0}`);
  writeFileSync(labels, `row,label\n${lines.join('\n')}\n`);
  const { stdout } = await detect(file, '--labels', labels);
  expect(stdout).toContain('ranked by 30 confirmed and 90 cleared rows');
  expect(stdout).toMatch(
    /on 36 later decisions, trained on 84 earlier ones: average precision 0\.\d{4}/,
  );
  expect(stdout).toMatch(/label next: rows \d+, /);
  writeFileSync(labels, 'row,label\n1,1\n2,0\n');
  await expect(detect(file, '--labels', labels)).rejects.toThrow('there are 1 and 1');
});
