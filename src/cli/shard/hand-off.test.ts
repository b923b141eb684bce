import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectStore } from '../../../test/support/object-store.ts';
import { plan, rowObjects, simulateCells } from '../../engines/simulate/index.ts';

const root = join(import.meta.dirname, '../../..');
const venv = join(root, 'node_modules/.cache/lake');
const PACKAGES = [
  'duckdb==2.0.0',
  'pyarrow==26.0.1',
  'pyiceberg[sql-sqlite,pyarrow,s3fs]==0.12.0',
  'pyspark==4.3.0',
];

/** Installs the lake readers once; false if that fails. Spark also needs Java. */
function hasLake(): boolean {
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { stdio: 'ignore', timeout: 900_000 }).status === 0;
  if (!run('java', '-version')) return false;
  if (existsSync(join(venv, 'installed'))) return true;
  const fetched =
    run('python3', '-m', 'venv', venv) &&
    run(join(venv, 'bin/pip'), 'install', '--quiet', ...PACKAGES);
  if (fetched) writeFileSync(join(venv, 'installed'), '');
  return fetched;
}

const isLong = process.env.TEST_LONG !== undefined;
// Imported on demand, since the import may download it.
const objects = isLong ? await import('../../../test/support/object-store.ts') : null;
const isReady = objects?.hasObjectStore === true && hasLake();
if (isLong && !isReady)
  process.stderr.write(
    'DuckDB, Spark and Iceberg on an object store were not tried: SeaweedFS, Java or the packages from PyPI are missing.\n',
  );

const page = readFileSync(join(root, 'docs/operations/hand-off.md'), 'utf8');
const [, commands] = /```sh\n([\s\S]*?)```/.exec(page)!;
const programs = [...page.matchAll(/```python\n(# (\w+\.py)[\s\S]*?)```/g)];

function expected(): { rows: number; sum: string } {
  const simulationPlan = plan({
    seed: 20n,
    customers: 2000,
    accounts: 3000,
    transactions: 40_000,
    preset: 'us-community-bank',
  });
  let rows = 0;
  let cents = 0;
  for (const { transactions } of simulateCells(simulationPlan))
    for (const { status, amount } of rowObjects(transactions)) {
      if (status !== 'posted') continue;
      rows++;
      cents += Math.round(Number(amount) * 100);
    }
  return { rows, sum: (cents / 100).toFixed(2) };
}

describe.runIf(isReady)('a batch on an object store', () => {
  let store: ObjectStore;
  let folder = '';
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    store = await objects!.startObjectStore();
    folder = mkdtempSync(join(tmpdir(), 'hand-off-'));
    const place = store.url('batch');
    env = {
      ...process.env,
      ...store.env,
      PLACE: place,
      PLACE_PATH: 'sandbox-files/batch',
      AWS_ENDPOINT_URL: new URL(place).searchParams.get('endpoint')!,
      AWS_REGION: 'us-east-1',
      CATALOG: join(folder, 'catalog.db'),
    };
    for (const line of commands!.trim().split('\n')) {
      const command = line.replace(/^sandbox/, `"${process.execPath}" src/cli/sandbox.mjs`);
      execFileSync('bash', ['-c', command], { cwd: root, env });
    }
  });
  afterAll(async () => {
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(programs.map(([, code, name]) => [name!, code!]))(
    '%s of the page counts it and adds up its ledger',
    { timeout: 900_000 },
    (name, code) => {
      const path = join(folder, name);
      writeFileSync(path, code);
      const output = execFileSync(join(venv, 'bin/python'), [path], { env, encoding: 'utf8' });
      const result = JSON.parse(output.trim().split('\n').at(-1)!);
      expect(result).toEqual({ ...expected(), ...(name !== 'with_iceberg.py' && { off: 0 }) });
    },
  );
});

test('the page has a program for DuckDB, for Spark and for Iceberg', () => {
  expect(programs.map(([, , name]) => name)).toEqual([
    'with_duckdb.py',
    'with_spark.py',
    'with_iceberg.py',
  ]);
});
