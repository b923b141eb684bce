import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { streamFor } from '../engines/random/stream.ts';
import { scoreAlertsCommand } from './score-alerts.ts';
import { simulateCommand } from './simulate/simulate.ts';

const folder = mkdtempSync(join(tmpdir(), 'score-alerts-'));
const path = (name: string) => join(folder, name);
const python = process.env.PYTHON ?? 'python3';
const hasPandas = spawnSync(python, ['-c', 'import pandas']).status === 0;

/** The figures of the report, computed again from the files. */
const PANDAS = `
import json, sys
import numpy as np, pandas as pd
folder = sys.argv[1]
rows = pd.read_csv(folder + '/transactions.csv', parse_dates=['txn_ts'])
truth = pd.read_csv(folder + '/ground_truth.csv')
truth['positive'] = truth.laundering | truth.fraud.notna()
all = rows.merge(truth, on='txn_id', how='left')
all['positive'] = all.positive.fillna(False).astype(bool)
alerts = pd.read_csv(folder + '/alerts.csv', parse_dates=['time'])
got = all.merge(alerts, left_on='txn_id', right_on='id')
crime = all[all.positive]
hits = got[got.positive]
ranked = got.sort_values('score', ascending=False)
steps = ranked.groupby('score', sort=False).positive.agg(['sum', 'size'])
precision = steps['sum'].cumsum() / steps['size'].cumsum()
first = crime.groupby('scheme_id').txn_ts.min()
alerted = hits.groupby('scheme_id').time.min()
days = (alerted - first.reindex(alerted.index)).dt.total_seconds() / 86400
both = len(set(got.account_id) & set(crime.account_id))
by = crime.groupby('typology').txn_id.count().to_dict()
print(json.dumps(dict(
  positives=len(crime), precision=len(hits) / len(alerts), recall=len(hits) / len(crime),
  averagePrecision=(steps['sum'] * precision).sum() / len(crime),
  accounts=[both / got.account_id.nunique(), both / crime.account_id.nunique()],
  schemes=alerted.size / first.size, medianDays=days.median(),
  money=[hits.amount.abs().sum() / got.amount.abs().sum(), hits.amount.abs().sum() / crime.amount.abs().sum()],
  typologies=by, found=hits.groupby('typology').txn_id.count().to_dict())))
`;

async function printed(...args: string[]) {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  try {
    await scoreAlertsCommand(['--truth', path('ground_truth.csv'), ...args]);
  } finally {
    vi.restoreAllMocks();
  }
  return text;
}

beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const size = ['--customers', '40', '--accounts', '60', '--transactions', '2500'];
  await simulateCommand([...size, '--seed', '4', '--aml-rate', '0.05', '--out', folder]);
  vi.restoreAllMocks();
  const stream = streamFor(4n, 0, 0);
  const [, ...lines] = readFileSync(path('transactions.csv'), 'utf8').trim().split('\n');
  const alerts = lines.flatMap((line) => {
    const [id, amount, , , , , at] = line.split(',');
    const score = Math.round(Math.log10(Math.abs(Number(amount)) + 1) * 20) / 10;
    const time = new Date(Date.parse(at!) + stream.below(9) * 86_400_000).toISOString();
    return stream.below(3) === 0 ? `${id},${score},${time}` : [];
  });
  writeFileSync(path('alerts.csv'), `id,score,time\n${alerts.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!hasPandas)('figures equal those of pandas', async () => {
  const ours = JSON.parse(await printed('--alerts', path('alerts.csv'), '--json'));
  const theirs = JSON.parse(execFileSync(python, ['-c', PANDAS, folder], { encoding: 'utf8' }));
  expect(ours.positives).toBe(theirs.positives);
  const close = (a: number, b: number) => expect(a).toBeCloseTo(b, 9);
  close(ours.precision.value, theirs.precision);
  close(ours.recall.value, theirs.recall);
  close(ours.averagePrecision.value, theirs.averagePrecision);
  close(ours.accounts.precision.value, theirs.accounts[0]);
  close(ours.accounts.recall.value, theirs.accounts[1]);
  close(ours.schemes.value, theirs.schemes);
  close(ours.medianDays, theirs.medianDays);
  close(ours.money.precision.value, theirs.money[0]);
  close(ours.money.recall.value, theirs.money[1]);
  const counts = (
    of: { name: string; recall: { of: number; count: number } }[],
    key: 'of' | 'count',
  ) =>
    Object.fromEntries(
      of.filter(({ recall }) => recall[key] > 0).map(({ name, recall }) => [name, recall[key]]),
    );
  expect(counts(ours.typologies, 'of')).toEqual(theirs.typologies);
  expect(counts(ours.typologies, 'count')).toEqual(theirs.found);
});

test('prints shares with intervals and baselines, for an empty file of alerts too', async () => {
  writeFileSync(path('none.csv'), 'id\n');
  const text = await printed('--alerts', path('none.csv'));
  expect(text).toContain('precision 0.0% (0 of 0; 95% interval 0.0% to 100.0%)');
  expect(text).toContain('as many alerts by sandbox detect: precision 0.0%');
  expect(text).not.toContain('WARNING');
});

test.each([
  [['--capacity', 'many'], '--capacity: expected whole numbers'],
  [['--alert-cost', 'free'], '--alert-cost: expected an amount'],
  [[], 'Expected --truth FILE and --alerts FILE.'],
])('refuses %j', async (args, message) => {
  const alerts = args.length === 0 ? [] : ['--alerts', path('alerts.csv')];
  await expect(printed(...alerts, ...args)).rejects.toThrow(message);
});

test('alerts on claims or policies of an insurer are scored against its ground truth', async () => {
  const book = path('book');
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const size = ['--customers', '300', '--accounts', '1320', '--seed', '3', '--out', book];
  await simulateCommand(['--preset', 'motor-insurer', ...size]);
  vi.restoreAllMocks();
  const [heads, ...rows] = readFileSync(join(book, 'ground_truth.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const idsOf = (column: string) => {
    const place = heads!.indexOf(column);
    const guilty = rows.filter((row) => row[heads!.indexOf('fraud')] === 'true');
    return [...new Set(guilty.map((row) => row[place]!))].filter((id) => id !== '');
  };
  for (const [subject, column] of [
    ['claims', 'claim_id'],
    ['policies', 'policy_id'],
  ] as const) {
    const ids = idsOf(column);
    expect(ids.length).toBeGreaterThan(4);
    writeFileSync(path('book.csv'), `${column}\n${ids.slice(1).join('\n')}\nX1\n`);
    const text = await printed(
      ...['--truth', join(book, 'ground_truth.csv'), '--alerts', path('book.csv'), '--json'],
    );
    const scores = JSON.parse(text);
    expect(scores).toMatchObject({
      subject,
      positives: ids.length,
      recall: { count: ids.length - 1 },
      precision: { count: ids.length - 1, of: ids.length },
      findings: [{ kind: 'unknown-id', examples: ['X1'] }],
    });
    const names = scores.baselines.map(({ name }: { name: string }) => name);
    expect(names.includes('shared_accidents')).toBe(subject === 'claims');
  }
});
