import { expect, test } from 'vitest';
import type { Analysis } from '../../engines/detect/index.ts';
import { findingsOf } from './findings.ts';

const NAMES = ['txn_id', 'booked', 'amount', 'note'];
const cells = NAMES.map((name) => (row: number) => (name === 'note' ? '' : `${name} ${row}`));

const analysis = (parts: Partial<Analysis> = {}): Analysis => ({
  engineVersion: 'detect/1',
  seed: 1n,
  kind: 'transactions',
  roles: { time: 'booked', amount: 'amount' } as never,
  features: ['amount'],
  rows: 40,
  scores: new Float64Array(40),
  cases: [],
  anomalies: [
    {
      row: 20,
      at: Date.UTC(2026, 0, 2),
      score: 0.9,
      band: 'high',
      reasons: [{ sentence: 'The amount is 12 times the mean.' }],
      tags: ['rule'],
      agreeing: ['ECOD'],
      lastRows: Array.from({ length: 15 }, (_, i) => 6 + i),
    },
    {
      row: 3,
      at: null,
      score: 0.8,
      band: 'low',
      reasons: [],
      tags: [],
      agreeing: [],
      lastRows: [3],
    },
  ] as never,
  threshold: { taken: 2 } as never,
  clusters: {
    count: 1,
    stability: 0.9,
    silhouette: 0.5,
    items: [{ size: 40, typicalRow: 7 }],
  } as never,
  detectors: [{ name: 'ECOD', weight: 1 }] as never,
  patterns: [
    { kind: 'cycle', accounts: ['a', 'b'], rows: [20, 21], edges: [[0, 1]] },
    { kind: 'fan-out', accounts: ['a'], rows: [20], edges: [] },
  ] as never,
  accounts: [],
  agreement: 0.4,
  dataQuality: { rows: [0, 39], duplicates: 1 } as never,
  ...parts,
});

const SHOWN = {
  names: NAMES,
  cell: cells,
  fileRows: Uint32Array.from({ length: 40 }, (_, row) => row),
  sampledBy: null,
  rowsOfFile: 40,
};

test('rows are counted from 1, with their reasons, values and patterns', () => {
  const { cases } = findingsOf(analysis(), SHOWN);
  expect(cases[0]).toMatchObject({
    row: 21,
    score: 0.9,
    band: 'high',
    reasons: ['The amount is 12 times the mean.'],
    tags: ['rule'],
    agreeing: ['ECOD'],
    values: { txn_id: 'txn_id 20', booked: 'booked 20', amount: 'amount 20', note: null },
    patterns: [0, 1],
  });
  expect(cases[1]).toMatchObject({ row: 4, reasons: [], patterns: [] });
});

test('reviewers see no column that holds an outcome', () => {
  const names = ['txn_id', 'amount', 'aml_flag', 'verdict'];
  const found = findingsOf(analysis({ roles: { amount: 'amount', label: 'verdict' } }), {
    ...SHOWN,
    names,
    cell: names.map((name) => () => name),
  });
  expect(found.columns).toEqual(['txn_id', 'amount']);
  expect(Object.keys(found.cases[0]!.values)).toEqual(['txn_id', 'amount']);
});

test('before a case stand at most ten rows of its account, the latest last, without the case itself', () => {
  const findings = findingsOf(analysis(), SHOWN);
  expect(findings.historyColumns).toEqual(['booked', 'amount']);
  expect(findings.cases[0]!.before.map(({ row }) => row)).toEqual([
    11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ]);
  expect(findings.cases[0]!.before.at(-1)).toEqual({ row: 20, values: ['booked 19', 'amount 19'] });
  expect(findings.cases[1]!.before).toEqual([]);
});

test('groups, patterns and faults of the data name rows from 1 as well', () => {
  const findings = findingsOf(analysis(), SHOWN);
  expect(findings.clusters).toEqual({
    count: 1,
    stability: 0.9,
    silhouette: 0.5,
    items: [
      {
        size: 40,
        typicalRow: 8,
        typical: { txn_id: 'txn_id 7', booked: 'booked 7', amount: 'amount 7', note: null },
      },
    ],
  });
  expect(findings.patterns).toEqual([
    { kind: 'cycle', accounts: ['a', 'b'], rows: [21, 22], edges: [[0, 1]] },
    { kind: 'fan-out', accounts: ['a'], rows: [21], edges: [] },
  ]);
  expect(findings.dataQuality).toEqual({ rows: [1, 40], duplicates: 1 });
});

test('the rest is kept as it is; no labels are null, and no scores of every row are kept', () => {
  const findings = findingsOf(analysis(), SHOWN);
  expect(findings).toMatchObject({
    columns: NAMES,
    evaluation: null,
    agreement: 0.4,
    features: ['amount'],
    kind: 'transactions',
    rows: 40,
    engineVersion: 'detect/1',
    detectors: [{ name: 'ECOD', weight: 1 }],
    threshold: { taken: 2 },
  });
  expect(findings).not.toHaveProperty('scores');
  const evaluation = { auc: 0.7 } as never;
  expect(findingsOf(analysis({ evaluation }), SHOWN).evaluation).toBe(evaluation);
});

test('names the rows of a sampled file and the sampling column', () => {
  const of = (rowsOfFile: number, sampledBy: string | null) => {
    const {
      rows,
      sampledFrom,
      sampledBy: by,
    } = findingsOf(analysis(), {
      ...SHOWN,
      rowsOfFile,
      sampledBy,
    });
    return [rows, sampledFrom, by];
  };
  expect(of(40, null)).toEqual([40, null, null]);
  expect(of(41, null)).toEqual([40, 41, null]);
  expect(of(900, 'account_id')).toEqual([40, 900, 'account_id']);
});
