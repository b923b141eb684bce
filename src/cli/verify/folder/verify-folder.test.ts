import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { sampleTransactions } from '../../../../test/support/sample-transactions.ts';
import { type SealedContents, sealContents } from '../../../engines/provenance/contents.ts';
import { exportCommand } from '../../export.ts';
import { shardCommand } from '../../shard/shard.ts';
import { simulateCommand } from '../../simulate/simulate.ts';
import { fitCommand } from '../../synthesize/fit.ts';
import { sampleCommand } from '../../synthesize/sample.ts';
import type { Verdict } from '../findings.ts';
import { verifyCommand } from '../verify.ts';

let folder = '';
const at = (...names: string[]) => join(folder, ...names);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-folder-'));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const size = ['--customers', '40', '--accounts', '50', '--transactions', '200', '--seed', '5'];

async function verified(...args: string[]): Promise<Verdict & { exitCode: number }> {
  const print = vi.mocked(process.stdout.write);
  print.mockClear();
  const exitCode = await verifyCommand([...args, '--json']);
  const text = print.mock.calls.map(([chunk]) => String(chunk)).join('');
  return { ...(JSON.parse(text) as Verdict), exitCode };
}

/** Changes one byte of each listed file and of the list; each change must be named. */
async function expectEachNamed(path: string, contents: string, root: string): Promise<void> {
  const { files } = JSON.parse(readFileSync(contents, 'utf8')) as { files: { name: string }[] };
  const names = [...files.map(({ name }) => join(root, name)), contents];
  for (const name of names) {
    const honest = readFileSync(name);
    const changed = Buffer.from(honest);
    changed[changed.length >> 1]! ^= 1;
    writeFileSync(name, changed);
    const { broken } = await verified(path);
    expect(broken.map(({ what }) => what).join(' ')).toContain(name.slice(root.length + 1));
    writeFileSync(name, honest);
  }
  expect((await verified(path)).broken).toEqual([]);
}

const AGAIN = 'Generated again: all files are identical.';

test('files of simulate are compared with their list and generated again from the seed', async () => {
  const out = at('simulated');
  await simulateCommand([...size, '--out', out]);
  await expectEachNamed(out, join(out, 'contents.json'), out);
  const { exitCode, checked, unchecked, unsigned } = await verified(out, '--regenerate');
  expect([exitCode, unsigned]).toEqual([3, true]);
  expect(checked).toEqual([
    `10 file(s) by contents.json, written by sandbox simulate ${size.join(' ')}.`,
    AGAIN,
  ]);
  expect(unchecked[0]).toContain('A batch of a sandbox adds an entry of the log');
  writeFileSync(join(out, 'more.csv'), '');
  expect((await verified(out)).unchecked).toContain('more.csv is in no list.');
});

test('the book of an insurer is generated again from its seed, by the engine that wrote it only', async () => {
  const out = at('book');
  const few = ['--customers', '30', '--accounts', '90', '--transactions', '400', '--seed', '5'];
  await simulateCommand([...few, '--preset', 'motor-insurer', '--out', out]);
  expect((await verified(out, '--regenerate')).checked).toContain(AGAIN);
  const path = join(out, 'contents.json');
  const { sha256: _, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as SealedContents;
  writeFileSync(path, JSON.stringify(sealContents({ ...rest, engine: '0.9.0' })));
  const { notDone, broken } = await verified(out, '--regenerate');
  expect([notDone.join(), broken]).toEqual([expect.stringContaining('engine 0.9.0'), []]);
});

test('a forged list with its own hash recomputed is found when the files are generated again', async () => {
  const out = at('forged');
  await simulateCommand([...size, '--out', out]);
  const [rows, contents] = [join(out, 'customers.csv'), join(out, 'contents.json')];
  appendFileSync(rows, readFileSync(rows, 'utf8').split('\r\n')[1]!);
  const bytes = readFileSync(rows);
  const listed = JSON.parse(readFileSync(contents, 'utf8')) as SealedContents;
  const { sha256: _, ...rest } = listed;
  const forged = sealContents({
    ...rest,
    files: rest.files.map((file) =>
      file.name === 'customers.csv'
        ? {
            ...file,
            bytes: bytes.length,
            sha256: createHash('sha256').update(bytes).digest('hex'),
          }
        : file,
    ),
  });
  writeFileSync(contents, JSON.stringify(forged));
  expect((await verified(out)).broken).toEqual([]);
  const { broken } = await verified(out, '--regenerate');
  expect(broken.map(({ kind, what }) => [kind, what])).toEqual([
    ['not made again', 'customers.csv differs when it is generated again.'],
  ]);
});

test('sampled rows are compared and drawn again from their model, and no other', async () => {
  const [source, model, out] = [at('source.csv'), at('m.model'), at('rows.csv')];
  writeFileSync(source, sampleTransactions(300));
  await fitCommand([source, '--out', model, '--seed', '1']);
  await sampleCommand([model, '--rows', '120', '--seed', '9', '--out', out]);
  await expectEachNamed(out, `${out}.contents.json`, folder);
  expect((await verified(out, '--regenerate')).notDone).toEqual([
    'Not regenerated: Pass the model with --model.',
  ]);
  const again = await verified(out, '--regenerate', '--model', model);
  expect([again.broken, again.checked[1]]).toEqual([[], AGAIN]);
  appendFileSync(model, ' ');
  const other = await verified(out, '--regenerate', '--model', model);
  expect(other.broken[0]?.what).toContain('is not the recorded model.');
});

longTest('exported files are compared and written again from their source', async () => {
  const [source, out] = [at('exported-from.csv'), at('exported.sql')];
  writeFileSync(source, sampleTransactions(40));
  await exportCommand([source, '--format', 'sql', '--out', out]);
  await expectEachNamed(out, `${out}.contents.json`, folder);
  const again = await verified(out, '--regenerate', '--source', source);
  expect([again.broken, again.checked[1]]).toEqual([[], AGAIN]);
});

longTest(
  'a committed batch of shards is compared file by file, and generated again from its plan',
  async () => {
    const store = at('store');
    await shardCommand(['plan', ...size, '--shards', '1', '--store', store]);
    await shardCommand(['run', '--index', '0', '--store', store]);
    await shardCommand(['commit', '--store', store]);
    await expectEachNamed(store, join(store, 'contents.json'), store);
    const again = await verified(store, '--regenerate');
    expect([again.broken, again.notDone, again.checked[1]]).toEqual([[], [], AGAIN]);
  },
);
