import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { modelToBytes } from '../file/model-file.ts';
import {
  costOfTables,
  drawTables,
  fit,
  fitTables,
  sample,
  sampleTables,
  tablesFromBytes,
} from '../index.ts';
import { relation, table } from '../related-tables.fixture.ts';

const people = table(
  ['person_id', 'city', 'age'],
  Array.from({ length: 300 }, (_, i) => [`P${i}`, ['Rome', 'Oslo'][i % 2]!, String(20 + (i % 40))]),
);
const visits = table(
  ['visit_id', 'person_id', 'kind'],
  Array.from({ length: 500 }, (_, i) => [`V${i}`, `P${i % 300}`, ['a', 'b'][i % 2]!]),
);
const MODES = process.env.TEST_LONG
  ? (['fidelity', 'balanced', 'cautious'] as const)
  : (['balanced'] as const);

test.each(MODES)('one table is a set of one: the same model, file and rows, %s', (mode) => {
  const alone = fit(people, { mode, seed: 1n });
  const { model } = fitTables({ people }, [], { mode, seed: 1n });
  expect(modelToBytes(model)).toEqual(modelToBytes(alone));
  const read = tablesFromBytes(modelToBytes(model), 'people');
  expect(read).toEqual(model);
  const request = { seed: 3n, rows: { people: 70_000 } };
  const rows = sample(alone, { rows: 70_000, seed: 3n });
  expect(sampleTables(model, request).tables.people).toEqual(rows);
  const parts = [...drawTables(model, request)];
  expect(parts.map((part) => part.table.rows)).toEqual([65_536, 4464]);
  expect(parts[0]!.table.columns[1]).toEqual(sample(alone, { rows: 65_536, seed: 3n }).columns[1]);
});

const differentialPrivacy = {
  epsilon: 2,
  delta: 1e-6,
  unitColumn: null,
  randomBytes: (length: number) => randomBytes(length),
};
const options = { mode: 'private' as const, seed: 1n, differentialPrivacy };

test('the cost of a private fit is known before, and is what the fit debits', () => {
  const cost = costOfTables({ people }, [], options);
  let debited: unknown = null;
  const debit = (spent: unknown) => {
    debited = spent;
  };
  fitTables({ people }, [], {
    ...options,
    differentialPrivacy: { ...differentialPrivacy, debit },
  });
  expect(debited).toEqual(cost);
  expect(cost.delta).toBe(1e-6);
  expect(cost.rho).toBeGreaterThan(0.01);
});

test('an entity column of linked tables is refused', () => {
  const links = [relation('visits', 'person_id', 'people', 'person_id')];
  const tables = { people, visits };
  const entity = { visits: { entity: 'kind' } };
  expect(() => fitTables(tables, links, { mode: 'balanced', seed: 1n, tables: entity })).toThrow(
    'Table visits can have no entity column',
  );
});

test('several tables need a relation; parts of linked ones come parents first', () => {
  const tables = { visits, people };
  expect(() => fitTables(tables, [], { mode: 'balanced', seed: 1n })).toThrow(
    'at least one relation',
  );
  const links = [relation('visits', 'person_id', 'people', 'person_id')];
  const { model } = fitTables(tables, links, { mode: 'balanced', seed: 1n });
  const parts = [...drawTables(model, { seed: 2n })];
  expect(parts.map(({ name }) => name)).toEqual(['people', 'visits']);
  expect(sampleTables(model, { seed: 2n }).tables).toEqual(
    Object.fromEntries(parts.map((part) => [part.name, part.table])),
  );
});
