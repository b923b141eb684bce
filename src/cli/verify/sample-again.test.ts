import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { type SealedManifest, sealManifest } from '../../engines/provenance/manifest.ts';
import { streamFor } from '../../engines/random/stream.ts';
import {
  engineVersion,
  fit,
  type Model,
  modelHash,
  modelToBytes,
} from '../../engines/synthesize/index.ts';
import { parseColumns } from '../../engines/table/parse-columns.ts';
import { sampleCommand } from '../synthesize/sample.ts';
import { exitCodeOf, newVerdict } from './findings.ts';
import { addRegenerated } from './regenerate.ts';
import { linesOf } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'sample again '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function modelOf(seed: bigint): Model {
  const stream = streamFor(seed, 0, 0);
  const ages = Array.from({ length: 400 }, () => String(18 + stream.below(60)));
  const kinds = ages.map((age) => (Number(age) > 40 ? 'savings' : 'current'));
  return fit(parseColumns(['age', 'kind'], [ages, kinds]), { mode: 'balanced', seed });
}

const manifestOf = (
  model: Model,
  file: string,
  seed = '7',
  version = engineVersion,
): SealedManifest =>
  sealManifest({
    format: 'sandbox-manifest/1',
    engine: { name: 'synthesize', version },
    seed,
    request: { count: 300, mode: 'balanced' },
    source: { filename: 'a.csv', sha256: 'x', records: 400 },
    counts: { transactions: 300 },
    files: [{ name: 'transactions.csv', rows: 300, bytes: 1, sha256: file }],
    notes: { modelHash: modelHash(model) },
  });

async function verdictOf(manifest: SealedManifest, path: string | null) {
  const verdict = newVerdict();
  await addRegenerated(manifest, path, verdict);
  return verdict;
}

test('a learned batch is sampled again from its model and its seed, by another way than it was written', async () => {
  const [model, other] = [modelOf(1n), modelOf(2n)];
  writeFileSync(at('model'), modelToBytes(model));
  writeFileSync(at('other'), modelToBytes(other));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await sampleCommand([
    at('model'),
    '--rows',
    '300',
    '--seed',
    '7',
    '--out',
    at('rows.csv'),
    '--threads',
    '1',
  ]);
  const file = sha256(readFileSync(at('rows.csv')));

  expect(await verdictOf(manifestOf(model, file), at('model'))).toMatchObject({
    broken: [],
    checked: ['Regenerated from seed 7: transactions.csv is identical.'],
  });
  expect((await verdictOf(manifestOf(model, file, '8'), at('model'))).broken[0]?.kind).toBe(
    'not made again',
  );
  expect((await verdictOf(manifestOf(model, file), at('other'))).broken[0]?.kind).toBe(
    'model differs',
  );
  const older = await verdictOf(manifestOf(model, file, '7', 'synthesize/0'), at('model'));
  expect([older.broken, older.notDone[0]]).toEqual([
    [],
    expect.stringContaining('Use that version'),
  ]);
});

test('a batch that cannot be regenerated is neither proven nor broken', async () => {
  const model = modelOf(1n);
  writeFileSync(at('kept'), modelToBytes(model));
  const learned = manifestOf(model, 'x');
  const outcomeOf = async (manifest: SealedManifest, path: string | null = null) => {
    const verdict = await verdictOf(manifest, path);
    const all = { ...verdict, outside: [{ kind: 'witness' as const, name: 'w', at: 'now' }] };
    return [verdict.broken, exitCodeOf(all), ...linesOf(all).slice(-2)];
  };
  const result = 'Incomplete: not all requested checks were done. The rest is proven.';
  expect(await outcomeOf(learned)).toEqual([
    [],
    4,
    'NOT DONE Not regenerated: The model of the batch was not stored, so its rows cannot be sampled again.',
    result,
  ]);
  expect(await outcomeOf({ ...learned, request: { count: 300, mode: 'private' } })).toEqual([
    [],
    4,
    'NOT DONE Not regenerated: The batch was sampled from a model that its organization stores. Pass the model with --model.',
    result,
  ]);
  const blend = { ...learned, counts: { real: 100, synthetic: 200 } };
  for (const path of [null, at('kept')]) {
    expect(await outcomeOf(blend, path)).toEqual([
      [],
      4,
      'NOT DONE Not regenerated: A blend contains rows of the source file, which only its organization has.',
      result,
    ]);
  }
  // Without outside signatures the last line reports that as well.
  expect(linesOf(await verdictOf(learned, null)).at(-1)).toBe(
    'Incomplete: not all requested checks were done. The rest is proven by the operator alone.',
  );
});
