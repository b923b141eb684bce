import { expect, test } from 'vitest';
import { type BatchSource, dialectOf, keysOf, statedForms } from './read-source.ts';

type Dataset = NonNullable<BatchSource['dataset']>;

const dataset = (parts: Partial<Dataset> = {}): Dataset => ({
  mapping: null,
  filename: 'movements.csv',
  format: 'csv',
  layout: null,
  dialect: { delimiter: ';' },
  schema: { id: 'text', amount: 'number' },
  profile: null,
  roles: {},
  ...parts,
});

const source = (own: Dataset | null, entity = 'table'): BatchSource => ({
  tenantId: 't',
  batchId: 'b',
  createdBy: null,
  entity,
  csvUrl: 'generated_data/t/b/rows.csv',
  version: 'v',
  file: { size: 1, sha256: '0' },
  formulaColumns: null,
  dataset: own,
});

test('the dialect is that of the source, with defaults of RFC 4180 for what is unknown', () => {
  expect(dialectOf(dataset())).toEqual({
    encoding: 'UTF-8',
    byteOrderMark: false,
    delimiter: ';',
    quote: '"',
    lineEnd: '\r\n',
    quotedColumns: [],
    headerLine: 'id;amount',
  });
  const stated = {
    delimiter: '\t' as const,
    quote: "'" as const,
    lineEnd: '\n' as const,
    headerLine: 'ID\tAmount',
  };
  expect(dialectOf(dataset({ dialect: stated }))).toMatchObject(stated);
});

test('a file without a header is written without one', () => {
  expect(dialectOf(dataset({ dialect: { delimiter: ',', header: false } }))!.headerLine).toBeNull();
  const stated = { delimiter: ',' as const, header: false, headerLine: 'id,amount' };
  expect(dialectOf(dataset({ dialect: stated }))!.headerLine).toBeNull();
});

test('no dialect: simulated batches, other formats, and unknown delimiters', () => {
  expect(dialectOf(null)).toBeNull();
  expect(dialectOf(dataset({ format: 'parquet' }))).toBeNull();
  expect(dialectOf(dataset({ dialect: {} }))).toBeNull();
});

test('keys: those that users set, then those found, then those of the simulated bank', () => {
  const profile = {
    columns: [
      { name: 'found', role: 'key' },
      { name: 'amount', role: 'feature' },
    ],
  } as unknown as Dataset['profile'];
  const roles = { amount: 'feature', set: 'key' };
  expect(keysOf(source(dataset({ roles, profile })))).toEqual(['set', 'found']);
  expect(keysOf(source(dataset()))).toEqual([]);
  expect(
    ['customers', 'accounts', 'transactions'].map((name) => keysOf(source(null, name))),
  ).toEqual([['customer_id'], ['account_id'], ['txn_id']]);
  expect(keysOf(source(null, 'blend'))).toEqual([]);
});

test('forms of columns are those of the dataset', () => {
  const form = { kind: 'text' };
  const layout = [
    { name: 'id', type: 'text', form, values: 3, nullWords: ['n/a'] },
  ] as unknown as Dataset['layout'];
  expect(statedForms(dataset({ layout }))).toEqual({ id: { form, nullWords: ['n/a'] } });
  expect(statedForms(null)).toEqual({});
});
