import { expect, test } from 'vitest';
import { sealManifest } from '../../engines/provenance/manifest.ts';
import { keyState } from './api-keys.ts';
import { rejectBatch, sourceOf } from './exception-batches.ts';
import { detectorName, inOrder } from './exception-contents.ts';
import { isManifestChanged, sealHash } from './manifest-hash.ts';
import type { ExceptionBatch, Run } from './rows.ts';
import { isOpen } from './runs.ts';

test('a run is open until it ended, however it ended', () => {
  const open = (['queued', 'running', 'completed', 'failed', 'cancelled'] as const).filter(
    (status) => isOpen({ status } as Run),
  );
  expect(open).toEqual(['queued', 'running']);
});

test.each([
  ['active', null, null],
  ['active', null, '2026-11-21T00:00:01Z'],
  ['expired', null, '2026-11-21T00:00:00Z'],
  ['revoked', '2026-11-20T00:00:00Z', null],
  ['revoked', '2026-11-20T00:00:00Z', '2026-11-19T00:00:00Z'],
])('a key is %s: revoked %s, expires %s', (state, revoked_at, expires_at) => {
  expect(keyState({ revoked_at, expires_at }, Date.parse('2026-11-21T00:00:00Z'))).toBe(state);
});

test('the seal is of the current manifest, or of the batch without one', () => {
  const manifest = sealManifest({
    format: 'sandbox-manifest/1',
    engine: { name: 'simulate', version: 'simulate/1' },
    seed: '7',
    request: { count: 3, aml_rate: 1e-7 },
    source: null,
    counts: { customers: 3 },
    files: [],
    notes: { title: 'Bücher' },
  });
  const sealed = { batch_id: 'b1', manifest: JSON.parse(JSON.stringify(manifest)) };
  expect([sealHash(sealed), isManifestChanged(sealed)]).toEqual([manifest.sha256, false]);
  const changed = { batch_id: 'b1', manifest: { ...manifest, seed: '8' } };
  expect(sealHash(changed)).toMatch(/^[0-9a-f]{64}$/);
  expect([sealHash(changed) === manifest.sha256, isManifestChanged(changed)]).toEqual([
    false,
    true,
  ]);
  expect(sealHash({ batch_id: 'b1', manifest: {} })).toBe('b1');
  expect(sealHash({ batch_id: 'b1', manifest: null })).toBe('b1');
});

test('source of exceptions: a file, generated rows, or deleted', () => {
  const source = (more: Partial<ExceptionBatch>) =>
    sourceOf({
      ingestion_manifests: null,
      pattern_analysis_results: null,
      ...more,
    } as ExceptionBatch);
  const of = (data_kind: 'synthetic' | 'upload') => ({ dataset_name: 'Batch 7', data_kind });
  expect(source({ ingestion_manifests: { filename: 'ledger.csv' } })).toBe('ledger.csv');
  expect(source({ pattern_analysis_results: of('synthetic') })).toBe('Batch 7');
  expect(source({ pattern_analysis_results: of('upload') })).toBe('Deleted dataset');
  expect(source({})).toBe('Deleted dataset');
});

test('a batch is not rejected without a note', async () => {
  await expect(rejectBatch('b1', ' \n')).rejects.toThrow('Notes are required to reject');
});

test('values of a case stand as the columns of the file do, further ones behind', () => {
  const exception = { row: 3, score: 0.9, values: { time: '10:00', note: 'x', amount: 7 } };
  const entries = (columns: string[]) => Object.entries(inOrder(exception, columns).values ?? {});
  expect(entries(['amount', 'time'])).toEqual([
    ['amount', 7],
    ['time', '10:00'],
    ['note', 'x'],
  ]);
  expect(entries([])).toEqual(Object.entries(exception.values));
  expect(inOrder(exception, ['amount'])).toMatchObject({ row: 3, score: 0.9 });
  expect(inOrder({ row: 3, score: 0.9 }, ['amount'])).toEqual({ row: 3, score: 0.9 });
});

test('a column that is called like what every object inherits has no value but its own', () => {
  const exception = { row: 3, score: 0.9, values: { amount: 7 } };
  expect(inOrder(exception, ['constructor', 'amount', 'toString']).values).toEqual({ amount: 7 });
});

test('detectors have the names of their papers; one that is not known keeps its own', () => {
  expect(detectorName('isolation-forest')).toBe('Isolation Forest');
  expect(detectorName('ecod')).toBe('ECOD');
  expect(detectorName('new-one')).toBe('new-one');
});
