import { expect, test } from 'vitest';
import { undatedReference } from '../meaning/entity/find-sequence.ts';
import { streamFor } from '../random/stream.ts';
import { parseColumns } from '../table/parse-columns.ts';
import { entityIndex } from '../table/sequence-shape.ts';
import type { NumberColumn, Table } from '../table/table.ts';
import {
  FitRefused,
  fit,
  fitTables,
  modelFromBytes,
  modelToBytes,
  sample,
  sampleTables,
  tablesFromBytes,
} from './index.ts';
import { relation, table as tableOf } from './related-tables.fixture.ts';

const ENTITIES = 150;
const STEPS = 12;

function walks(): Table {
  const random = streamFor(5n, 0, 1);
  const rows = Array.from({ length: ENTITIES }, (_, entity) => {
    let value = 100 + Math.floor(800 * random.float());
    return Array.from({ length: STEPS }, () => {
      value += Math.floor(11 * random.float()) - 5;
      return [`W-${1000 + entity}`, String(value)];
    });
  }).flat();
  return parseColumns(
    ['walker_id', 'level'],
    [0, 1].map((i) => rows.map((row) => row[i]!)),
  );
}

function meanStep(table: Table): number {
  const { of } = entityIndex(table.columns[0]!);
  const { values } = table.columns[1] as NumberColumn;
  const steps = [...values.keys()].filter((row) => row > 0 && of[row] === of[row - 1]);
  return (
    steps.reduce((sum, row) => sum + Math.abs(values[row] - values[row - 1]), 0) / steps.length
  );
}

test('a sequence without a date is learned in the order of the file, declared or found', () => {
  const table = walks();
  const found = fit(table, { mode: 'balanced', seed: 1n });
  const flat = fit(table, { mode: 'balanced', seed: 1n, roles: { walker_id: 'text' } });
  const declared = modelFromBytes(
    modelToBytes(fit(table, { mode: 'balanced', seed: 1n, entity: 'walker_id' })),
  );
  expect(flat.core.kind).toBe('trees');
  expect(declared.core.kind).toBe('sequence');
  expect(modelToBytes(found)).toEqual(modelToBytes(declared));
  const sampled = sample(declared, { rows: ENTITIES * STEPS, seed: 2n });
  expect(sampled.columns.map(({ name }) => name)).toEqual(['walker_id', 'level']);
  expect(sampled.rows).toBe(ENTITIES * STEPS);
  // Steps are at most 5 and about 2.7; independent rows differ by hundreds.
  expect(meanStep(table)).toBeLessThan(3);
  expect(meanStep(sample(flat, { rows: 1800, seed: 2n }))).toBeGreaterThan(150);
  expect(meanStep(sampled)).toBeLessThan(40);
});

test('rows of a parent without a date are sequences in the order of the file', () => {
  const steps = walks();
  const keys = Array.from({ length: ENTITIES }, (_, entity) => `W-${1000 + entity}`);
  const walkers = tableOf(
    ['walker_id', 'start'],
    keys.map((key, i) => [key, i % 2 === 0 ? 'north' : 'south']),
  );
  const relations = [relation('steps', 'walker_id', 'walkers', 'walker_id')];
  const fitted = fitTables({ walkers, steps }, relations, { mode: 'balanced', seed: 1n });
  const model = tablesFromBytes(modelToBytes(fitted.model));
  expect(model.tables.map(({ made }) => made.kind)).toEqual(['root', 'histories']);
  const drawn = sampleTables(model, { seed: 2n }).tables.steps!;
  expect(drawn.columns.map(({ name }) => name)).toEqual(['walker_id', 'level']);
  expect(drawn.rows).toBe(ENTITIES * STEPS);
  expect(meanStep(drawn)).toBeLessThan(40);
});

test('a column that can’t be the entity is refused with the reason', () => {
  const table = walks();
  const refuse = (entity: string) => () => fit(table, { mode: 'balanced', seed: 1n, entity });
  expect(refuse('nobody')).toThrow(new FitRefused('No such column: nobody.'));
  const unique = parseColumns(
    ['id', 'x'],
    [0, 1].map(() => Array.from({ length: 40 }, (_, i) => `A${i}`)),
  );
  expect(() => fit(unique, { mode: 'balanced', seed: 1n, entity: 'id' })).toThrow(
    'there are no sequences',
  );
  const few = parseColumns(
    ['id', 'x'],
    [0, 1].map(() => Array.from({ length: 40 }, (_, i) => `A${i % 3}`)),
  );
  expect(() => fit(few, { mode: 'balanced', seed: 1n, entity: 'id' })).toThrow(
    'has 3 distinct values',
  );
});

test('a column that looks like an entity is known where the rows are learned one by one', () => {
  const table = walks();
  const roles = fit(table, { mode: 'balanced', seed: 1n }).columns.map(({ role }) => role);
  expect(undatedReference(table, roles)?.name).toBe('walker_id');
});
