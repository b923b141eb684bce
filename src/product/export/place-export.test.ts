import { expect, test } from 'vitest';
import { contentTypeOf, nameOf, placeExport } from './place-export.ts';
import type { BatchSource } from './read-source.ts';

type Dataset = NonNullable<BatchSource['dataset']>;
const batch_id = '11111111-1111-4111-8111-111111111111';

function source(parts: Partial<Dataset> | null, entity = 'transactions'): BatchSource {
  const dataset = parts && {
    mapping: null,
    filename: 'Umsätze 2025.csv',
    format: 'csv',
    layout: null,
    dialect: {},
    schema: {},
    profile: null,
    roles: {},
    ...parts,
  };
  const file = { size: 1, sha256: '0' };
  return {
    tenantId: 't',
    batchId: batch_id,
    createdBy: null,
    entity,
    csvUrl: '',
    version: '',
    formulaColumns: null,
    file,
    dataset,
  };
}

test('tables are named after the file, and never leave the folder of their batch', () => {
  const place = placeExport({ batch_id, format: 'sql' }, source({}));
  expect(place).toMatchObject({
    path: `generated_data/t/${batch_id}/export/Umsätze 2025.sql`,
    filename: 'Umsätze 2025.sql',
    notes: [],
  });
  expect(contentTypeOf(place.format)).toBe('application/sql');
  expect(nameOf(source({ filename: 'a/../../b.csv' }))).toBe('a_.._.._b');
  expect(nameOf(source(null, 'accounts'))).toBe('accounts');
});

test('the format of the source, as far as it can be written', () => {
  const formatOf = (format: string) =>
    placeExport({ batch_id, format: 'source' }, source({ format })).format;
  expect(formatOf('parquet')).toBe('parquet');
  expect(formatOf('mt940')).toBe('mt940');
  expect(placeExport({ batch_id, format: 'source' }, source(null)).format).toBe('csv');
  expect(() => formatOf('qif')).toThrow(
    /^qif can be imported but not exported\. Choose one of camt/,
  );
});

test('choices of statements are refused for tables, one by one', () => {
  for (const choice of [
    { account: 'A1' },
    { from: '2025-01-01' },
    { to: '2025-01-31' },
    { currency: 'EUR' },
  ])
    expect(() => placeExport({ batch_id, format: 'csv', ...choice }, source({}))).toThrow(
      'Account, dates and currency apply only to statements.',
    );
});

test('each choice of account, dates and currency is a file of its own, the same for the same', () => {
  const pathOf = (choice: object) =>
    placeExport({ batch_id, format: 'camt.053', ...choice }, source({})).path;
  const choices = [
    {},
    { account: 'A1' },
    { account: 'A2' },
    { from: '2025-01-01' },
    { to: '2025-01-01' },
    { currency: 'EUR' },
  ];
  expect(new Set(choices.map(pathOf)).size).toBe(choices.length);
  expect(choices.map(pathOf)).toEqual(choices.map(pathOf));
});

test('only ledgers become statements; missing balances are noted', () => {
  const statements = (own: BatchSource) => placeExport({ batch_id, format: 'camt.053' }, own);
  expect(() => statements(source(null, 'customers'))).toThrow(
    'A batch of customers contains no ledger.',
  );
  const noBalance = 'The batch has no balances: each account starts at zero.';
  expect(statements(source(null, 'transactions')).notes).not.toContain(noBalance);
  expect(statements(source({})).notes).toContain(noBalance);
  const mapping = {
    columns: [{ name: 'Saldo', role: 'balance' }],
    sign: null,
    entity: null,
    order: null,
  } as unknown as Dataset['mapping'];
  const layout = (values: number) => [{ name: 'Saldo', values }] as unknown as Dataset['layout'];
  expect(statements(source({ mapping, layout: layout(3) })).notes).not.toContain(noBalance);
  expect(statements(source({ mapping, layout: layout(0) })).notes).toContain(noBalance);
});
