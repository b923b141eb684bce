import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { longTest } from '../../../test/support/long-test.ts';
import { fit, modelToBytes } from '../../engines/synthesize/index.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import { openLocalFileStore } from '../../platform/files/local.ts';
import { rowsOf, sqlPath, withDuckDb } from '../../platform/tabular/duckdb.ts';
import { listOf } from '../../product/generation/shards/list-of.ts';
import { writeShard } from '../../product/generation/shards/write-shard.ts';
import { simulateCommand } from '../simulate/simulate.ts';
import { planOf } from './open-place.ts';
import { shardCommand } from './shard.ts';
import { shardsFrom } from './shard-index.ts';

let folder = '';
const lines: string[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shards '));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = (name: string) => join(folder, name);
const SIZE = '--customers 3200 --accounts 3600 --transactions 9000 --seed 77'.split(' ');
const plan = (name: string, shards: number, ...more: string[]) =>
  shardCommand(['plan', ...SIZE, '--shards', String(shards), '--store', place(name), ...more]);
const run = (name: string, index: string) =>
  shardCommand(['run', '--store', place(name), '--index', index]);
const commit = (name: string) => shardCommand(['commit', '--store', place(name)]);
const json = (name: string, file: string) =>
  JSON.parse(readFileSync(join(place(name), file), 'utf8'));

const textOf = (name: string, files: string[]) =>
  withDuckDb({ paths: files.map((file) => join(place(name), file)) }, (connection) =>
    rowsOf(
      connection,
      `select md5(string_agg(t::varchar, '\\n')), count(*)::int
         from (select t from read_parquet([${files.map((file) => sqlPath(join(place(name), file)))}]) t)`,
    ),
  );

longTest(
  'any shards, attempts and order give the rows and the manifest of one process',
  async () => {
    await plan('three', 3);
    expect(await commit('three')).toBe(3);
    expect(lines.at(-1)).toBe('3 of 3 shards are missing. Generate them with --index 0-2.\n');
    await run('three', '2,0');
    // One attempt is killed before its report; another shard is generated twice.
    const store = openLocalFileStore(place('three'));
    const attempt = '00000000-0000-4000-8000-000000000000';
    const broken = { ...store, put: () => Promise.reject(new Error('killed')) };
    const work = mkdtempSync(join(folder, 'work '));
    const signal = AbortSignal.timeout(60_000);
    await expect(
      writeShard({
        planned: await planOf(store),
        shard: 1,
        attempt,
        store: broken,
        folder: work,
        signal,
      }),
    ).rejects.toThrow('killed');
    expect(await commit('three')).toBe(3);
    expect(lines.at(-1)).toBe('1 of 3 shards are missing. Generate them with --index 1.\n');
    await run('three', '1-2');
    expect(await commit('three')).toBe(0);

    await plan('again', 3);
    await run('again', '0-2');
    expect(await commit('again')).toBe(0);
    await plan('one', 1);
    await run('one', '0');
    expect(await commit('one')).toBe(0);
    await simulateCommand([...SIZE, '--format', 'parquet', '--out', place('whole')]);

    const [three, again, one] = ['three', 'again', 'one'].map((name) =>
      json(name, 'manifest.json'),
    );
    expect(three).toEqual(again);
    expect(three.notes.contentSha256).toEqual(one.notes.contentSha256);
    expect(three.counts).toMatchObject({ customers: 3200, accounts: 3600, transactions: 9000 });
    expect(three.files.map(({ name }: { name: string }) => name)).toContain(
      'accounts/0002.parquet',
    );
    for (const table of ['customers', 'accounts', 'transactions', 'ground_truth']) {
      const whole = await textOf('whole', [`${table}.parquet`]);
      expect(await textOf('three', json('three', 'files.json')[table])).toEqual(whole);
      expect(await textOf('one', json('one', 'files.json')[table])).toEqual(whole);
    }
  },
);

longTest(
  'two attempts that differ, a file that changed and a report of another plan are refused',
  async () => {
    await plan('bad', 2);
    await run('bad', '0,1,1');
    await run('bad', '1');
    const reports = readdirSync(join(place('bad'), 'reports')).sort();
    expect(reports).toHaveLength(3);
    const last = join(place('bad'), 'reports', reports[2]!);
    const text = readFileSync(last, 'utf8');
    const report = JSON.parse(text);
    report.tables.customers.units[0] = 'a'.repeat(64);
    writeFileSync(last, JSON.stringify(report));
    await expect(commit('bad')).rejects.toThrow(/Two attempts at shard 1 generated different rows/);
    writeFileSync(last, text.replace(/"plan":"[0-9a-f]{4}/, '"plan":"0000'));
    await expect(commit('bad')).rejects.toThrow('belongs to another plan');
    writeFileSync(last, text);
    expect(await commit('bad')).toBe(0);
    const file = join(place('bad'), json('bad', 'files.json').accounts[0]);
    const bytes = readFileSync(file);
    bytes[100]! ^= 1;
    writeFileSync(file, bytes);
    await expect(commit('bad')).rejects.toThrow(
      /accounts.parquet does not match the SHA-256 in its report/,
    );
  },
);

test('a plan that was changed, or another one in its place, is refused', async () => {
  await plan('plan', 2);
  await plan('plan', 2);
  await expect(plan('plan', 3)).rejects.toThrow('contains the plan of another batch');
  const path = join(place('plan'), 'plan.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('"seed": "77"', '"seed": "78"'));
  await expect(run('plan', '0')).rejects.toThrow('The plan was changed');
  writeFileSync(path, text.replace(/"version": "\d+\.\d+\.\d+"/, '"version": "1.3.0"'));
  await expect(run('plan', '0')).rejects.toThrow('The plan requires engine simulate 1.3.0');
  writeFileSync(path, text.replace(/"version": "v1.*"/, '"version": "v0.9.0"'));
  await expect(run('plan', '0')).rejects.toThrow('The plan requires DuckDB v0.9.0');
  writeFileSync(path, '{}');
  await expect(run('plan', '0')).rejects.toThrow('Not a valid shard plan');
  writeFileSync(path, text);
  await expect(run('plan', '2')).rejects.toThrow('Shard 2 does not exist');
  await expect(run('nowhere', '0')).rejects.toThrow('--store contains no plan.json');
  await expect(plan('many', 8)).rejects.toThrow('can have at most 4 shards');
});

test('what hands the shards to Slurm is printed; Kubernetes needs an object store and an image', async () => {
  await plan('array', 2);
  const job = (...flags: string[]) => shardCommand(['job', '--store', place('array'), ...flags]);
  const print = vi.mocked(process.stdout.write);
  expect(await job('--slurm')).toBe(0);
  expect(print.mock.lastCall![0]).toMatch(
    /^sbatch --array=0-0 --requeue --wrap '.*array.* --tasks 1'\n$/,
  );
  expect(await job('--slurm', '--tasks', '2')).toBe(0);
  expect(print.mock.lastCall![0]).toMatch(/^sbatch --array=0-1 .* --tasks 2'\n$/);
  await expect(job('--slurm', '--tasks', '3')).rejects.toThrow('expected 1 to 2');
  await expect(job()).rejects.toThrow('either --slurm or --kubernetes');
  await expect(job('--kubernetes')).rejects.toThrow('--image is required with --kubernetes');
  await expect(job('--kubernetes', '--image', 'sandbox:1')).rejects.toThrow(
    '--store: expected an s3://',
  );
});

test('a model is planned with its file, and flags of the other kind are refused', async () => {
  const ages = ['20', '30', '40', '50'].flatMap((age) => Array<string>(50).fill(age));
  const model = fit(parseColumns(['age'], [ages]), { mode: 'fidelity', seed: 1n });
  writeFileSync(place('ages.model'), modelToBytes(model));
  const draw = (...more: string[]) =>
    shardCommand(
      ['plan', '--model', place('ages.model'), '--seed', '1', '--shards', '1', ...more].concat(
        '--store',
        place('ages'),
      ),
    );
  await expect(draw('--rows', '9', '--customers', '3')).rejects.toThrow(
    '--customers applies only to a simulation',
  );
  await expect(plan('ages', 1, '--rows', '9')).rejects.toThrow(
    '--rows applies only to sampling a --model',
  );
  await expect(draw('--rows', '0')).rejects.toThrow('--rows: expected a whole number, 1 or more');
  expect(await draw('--rows', '9')).toBe(0);
  rmSync(place('ages.model'));
  await run('ages', '0');
  expect(await commit('ages')).toBe(0);
  expect(json('ages', 'manifest.json')).toMatchObject({
    counts: { rows: 9 },
    request: { rows: 9 },
  });
});

test('the tasks of a job array make each shard once', () => {
  const task = (tasks: string, number: number, shards = 64) =>
    shardsFrom({ tasks }, { SLURM_ARRAY_TASK_ID: String(number) }, shards).shards;
  expect(task('10', 0)).toEqual([0, 1, 2, 3, 4, 5]);
  const all = Array.from({ length: 10 }, (_, number) => task('10', number)).flat();
  expect(all).toEqual(Array.from({ length: 64 }, (_, shard) => shard));
  expect(() => task('10', 10)).toThrow('Task 10 is out of range: --tasks 10 allows 0 to 9.');
  expect(() => task('65', 0)).toThrow(
    "--tasks: expected 1 to 64, the number of shards; found '65'.",
  );
  expect(() => task('0', 0)).toThrow('--tasks: expected 1 to 64');
  expect(() => shardsFrom({ tasks: '2', index: '0' }, {}, 64)).toThrow('mutually exclusive');
});

longTest('a restarted task makes only shards without a report', async () => {
  await plan('task', 3);
  await run('task', '1');
  const reports = () => readdirSync(join(place('task'), 'reports')).map((name) => name.slice(0, 4));
  vi.stubEnv('SLURM_ARRAY_TASK_ID', '0');
  const again = () => shardCommand(['run', '--store', place('task'), '--tasks', '1']);
  expect(await again()).toBe(0);
  expect(reports().sort()).toEqual(['0000', '0001', '0002']);
  expect(await again()).toBe(0);
  expect(vi.mocked(process.stdout.write).mock.lastCall![0]).toBe('shard 2 of 3: already done\n');
  vi.unstubAllEnvs();
  await run('task', '1');
  expect(reports().sort()).toEqual(['0000', '0001', '0001', '0002']);
  expect(await commit('task')).toBe(0);
});

test('the shard is named by the flag, or by the job array', () => {
  const from = (flags: Parameters<typeof shardsFrom>[0], environment = {}) =>
    shardsFrom(flags, environment, 64);
  expect(from({ index: '3,7-9' }, { SLURM_ARRAY_TASK_ID: '1' })).toEqual({
    shards: [3, 7, 8, 9],
    leaveReported: false,
  });
  expect(from({}, { SLURM_ARRAY_TASK_ID: '12' })).toEqual({ shards: [12], leaveReported: true });
  expect(from({}, { JOB_COMPLETION_INDEX: '0' }).shards).toEqual([0]);
  expect(from({}, { AWS_BATCH_JOB_ARRAY_INDEX: '5' }).shards).toEqual([5]);
  expect(() => from({})).toThrow('Expected --index, or one of the variables');
  expect(() => from({}, { JOB_COMPLETION_INDEX: '1', SLURM_ARRAY_TASK_ID: '2' })).toThrow(
    'JOB_COMPLETION_INDEX is 1 but SLURM_ARRAY_TASK_ID is 2',
  );
  expect(() => from({ index: '2-1' })).toThrow('--index: expected shard numbers');
  expect(() => from({}, { SLURM_ARRAY_TASK_ID: '1-4' })).toThrow('expected a number');
  expect(listOf([3, 7, 8, 9])).toBe('3,7-9');
});
