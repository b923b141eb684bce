import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyze } from '../../src/engines/detect/index.ts';
import { readDelimited } from '../../src/engines/detect/read-delimited.fixture.ts';
import {
  csvEncoder,
  csvHeader,
  plan,
  presets,
  simulateCells,
} from '../../src/engines/simulate/index.ts';

/**
 * Hardness of each typology: LightGBM trained on a bank and tested on one of another seed and
 * preset, beside the product's detector and twelve one-line rules. Three seeds, two presets.
 * `npm run bench -- simulate --only typologies [--detector]`; `PYTHON` has lightgbm and pandas.
 */
const ROWS = 300_000;
/** Share of fraud: more than in the presets, so that each kind has rows to learn from. */
const FRAUD = 0.004;
const SEEDS = [11n, 12n, 13n];
const PRESETS = ['us-community-bank', 'eu-retail-bank'] as const;
const TABLES = {
  customers: 'customers',
  accounts: 'accounts',
  transactions: 'transactions',
  ground_truth: 'groundTruth',
} as const;

function writeBank(folder: string, preset: (typeof PRESETS)[number], seed: bigint): void {
  const configuration = structuredClone(presets[preset]);
  configuration.fraud.rate = FRAUD;
  const size = { customers: ROWS / 100, accounts: (ROWS * 3) / 200, transactions: ROWS };
  const made = plan({ ...size, preset, seed, amlRate: 0.01, configuration });
  mkdirSync(folder, { recursive: true });
  const names = Object.keys(TABLES) as (keyof typeof TABLES)[];
  const files = names.map((name) => openSync(join(folder, `${name}.csv`), 'w'));
  const encode = csvEncoder();
  let isFirst = true;
  for (const cell of simulateCells(made, undefined, { reuse: true })) {
    names.forEach((name, i) => {
      const batch = cell[TABLES[name]];
      if (isFirst) writeSync(files[i]!, csvHeader(batch));
      if (batch.rows > 0) writeSync(files[i]!, encode(batch));
    });
    isFirst = false;
  }
  for (const file of files) closeSync(file);
}

function writeScores(folder: string): void {
  const table = readDelimited(readFileSync(join(folder, 'transactions.csv')));
  const { scores } = analyze(table, { seed: 1n });
  const ids = readFileSync(join(folder, 'transactions.csv'), 'utf8')
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.slice(0, line.indexOf(',')));
  const lines = ids.map((id, row) => `${id},${scores[row]}\n`);
  writeFileSync(join(folder, 'scores.csv'), `txn_id,score\n${lines.join('')}`);
}

const root = mkdtempSync(join(tmpdir(), 'typologies-'));
for (const preset of PRESETS)
  for (const seed of SEEDS) {
    const folder = join(root, `${preset}-${seed}`);
    writeBank(folder, preset, seed);
    if (process.argv.includes('--detector')) writeScores(folder);
  }
const script = fileURLToPath(new URL('./typologies.py', import.meta.url));
const { status } = spawnSync(process.env.PYTHON ?? 'python3', [script, root], { stdio: 'inherit' });
process.exitCode = status ?? 1;
