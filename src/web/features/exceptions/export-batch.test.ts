import { describe, expect, it } from 'vitest';
import type { ExceptionBatch } from '../../data/rows.ts';
import { batchCsv, batchJson, exportName } from './export-batch.ts';

const batch: ExceptionBatch = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  batch_name: 'Anomalies in März.csv',
  exception_count: 2,
  threshold_used: 0.99,
  status: 'approved',
  approval_notes: 'Seen',
  reviewed_by: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  reviewed_at: '2026-11-21T09:05:00Z',
  held_by: null,
  self_approved: false,
  created_by: null,
  created_at: '2026-11-21T09:00:00Z',
  pattern_analysis_results: null,
  ingestion_manifests: { filename: 'März.csv' },
};
const exported = {
  batch,
  analysis: null,
  reviewer: 'ben@bank.example',
  cases: [
    {
      row: 7,
      score: 0.9991,
      band: 'Critical',
      reasons: ['Large'],
      values: { memo: '=1+1', amount: '9' },
    },
    { row: 8, score: 0.99, values: { memo: 'a,b' } },
  ],
  decisions: [
    {
      item: 0,
      decision: 'rejected' as const,
      reason_code: 'structuring',
      note: null,
      decided_by: '550e8400-e29b-41d4-a716-446655440000',
      decider: 'ada@bank.example',
      decided_at: '2026-11-21T09:01:00Z',
    },
  ],
};

describe('a batch as a file', () => {
  it('CSV: own decisions, those of the batch for the rest, and no formula', () => {
    expect(batchCsv(exported).split('\r\n')).toEqual([
      'Case,Row,Score,Band,Decision,Basis,Reason,Note,Decided By,Decided At,Tags,Detectors,Why,Batch,Threshold,memo,amount',
      "1,7,0.999100,Critical,rejected,case,Structuring suspected,,ada@bank.example,2026-11-21T09:01:00Z,,,Large,0f8fad5b-d9cb-469f-a165-70867728950e,0.99,'=1+1,9",
      '2,8,0.990000,,approved,batch,,,ben@bank.example,2026-11-21T09:05:00Z,,,,0f8fad5b-d9cb-469f-a165-70867728950e,0.99,"a,b",',
      '',
    ]);
  });

  it('CSV: undecided cases are marked as undecided', () => {
    const open = { ...exported, batch: { ...batch, status: 'pending' as const } };
    expect(batchCsv(open)).toContain('\r\n2,8,0.990000,,undecided,,,,,,,,,0f8fad5b');
  });

  it('JSON: values as they are', () => {
    const read = JSON.parse(batchJson(exported)) as { cases: Record<string, unknown>[] };
    expect(read.cases[0]).toMatchObject({ outcome: 'rejected', values: { memo: '=1+1' } });
    expect(read.cases[1]).toMatchObject({ outcome: 'approved', basis: 'batch', decision: null });
  });

  it('is named by the batch', () => {
    expect(exportName(batch, 'csv')).toBe('exceptions-anomalies-in-m-rz-csv-0f8fad5b.csv');
  });
});
