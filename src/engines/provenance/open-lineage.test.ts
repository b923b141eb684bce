import { expect, test } from 'vitest';
import type { Manifest } from './manifest.ts';
import { lineageEvents } from './open-lineage.ts';

const manifest: Manifest = {
  format: 'sandbox-manifest/1',
  engine: { name: 'synthesize', version: 'synthesize/1' },
  seed: '7',
  request: { count: 5 },
  source: { filename: 'movements.csv', sha256: 'ab', records: 10 },
  counts: { transactions: 5 },
  files: [{ name: 'transactions.csv', rows: 5, bytes: 99, sha256: 'cd' }],
  notes: {},
};
const run = {
  runId: '0a1b2c3d-0000-4000-8000-000000000000',
  batchId: '1a1b2c3d-0000-4000-8000-000000000000',
  startedAt: '2026-11-22T12:00:00.000Z',
  completedAt: '2026-11-22T12:00:05.000Z',
  origin: 'sandbox.example/log/1a2b3c4d',
};

function facetsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /facets$/i.test(key) ? Object.values(inner as object) : facetsOf(inner),
  );
}

// OpenLineage 2-0-2: one START and one of COMPLETE, ABORT, FAIL per run; required fields.
test('a run has its two events, of one id, with the hashes of what went in and came out', () => {
  const events = lineageEvents(run, manifest);
  expect(events.map(({ eventType, eventTime }) => [eventType, eventTime])).toEqual([
    ['START', run.startedAt],
    ['COMPLETE', run.completedAt],
  ]);
  for (const event of events) {
    expect(event).toMatchObject({
      run: { runId: run.runId },
      job: { namespace: run.origin, name: 'synthesize batch' },
      inputs: [
        {
          namespace: run.origin,
          name: 'movements.csv',
          facets: { version: { datasetVersion: 'sha256:ab' } },
        },
      ],
    });
    expect(URL.canParse(String(event.producer)) && URL.canParse(String(event.schemaURL))).toBe(
      true,
    );
    const facets = facetsOf(event);
    expect(facets.length).toBeGreaterThan(2);
    for (const facet of facets) {
      expect(URL.canParse(String(facet._producer)) && URL.canParse(String(facet._schemaURL))).toBe(
        true,
      );
    }
  }
  expect(events[1]!.outputs).toMatchObject([
    {
      name: `${run.batchId}/transactions.csv`,
      facets: { version: { datasetVersion: 'sha256:cd' } },
      outputFacets: { outputStatistics: { rowCount: 5, size: 99 } },
    },
  ]);
});

test('simulated data has no input, and a private batch names its file without its hash', () => {
  expect(lineageEvents(run, { ...manifest, source: null })[0]!.inputs).toEqual([]);
  const secret = { ...manifest, source: { filename: 'a.csv', commitment: 'ef' } };
  expect(lineageEvents(run, secret)[0]!.inputs).toEqual([
    { namespace: run.origin, name: 'a.csv', facets: {} },
  ]);
});
