import { expect, test } from 'vitest';
import { streamFor } from '../random/stream.ts';
import { spreadRows } from './spread-rows.ts';

const histories = (...lengths: number[]) =>
  lengths.flatMap((length, entity) => Array.from({ length }, () => entity));
const draw = (entityOf: number[], rows: number, seed = 1n) =>
  Array.from(spreadRows(entityOf, rows, streamFor(seed, 0, 0)));
const entitiesOf = (entityOf: number[], rows: readonly number[]) =>
  new Set(rows.map((row) => entityOf[row]));

test('50 rows of long histories come from 10 entities, 5 rows each that follow one another', () => {
  const entityOf = histories(...Array.from({ length: 40 }, () => 200));
  const rows = draw(entityOf, 50);
  expect(rows.length).toBe(50);
  expect(entitiesOf(entityOf, rows).size).toBe(10);
  for (let i = 0; i < 50; i += 5) expect(rows[i + 4]! - rows[i]!).toBe(4);
});

test('1,000 rows of histories of 200 come from 25 entities, not from 5', () => {
  const entityOf = histories(...Array.from({ length: 40 }, () => 200));
  const rows = draw(entityOf, 1000);
  expect(rows.length).toBe(1000);
  expect(entitiesOf(entityOf, rows).size).toBe(25);
});

test('histories that are short enough are taken whole, and the last is cut', () => {
  const entityOf = histories(...Array.from({ length: 40 }, () => 3));
  expect(draw(entityOf, 100)).toEqual(Array.from({ length: 100 }, (_, row) => row));
});

test('what short histories lack the longer ones give, and the number is met', () => {
  const entityOf = histories(1, 1, 100, 100);
  const rows = draw(entityOf, 20);
  expect(rows.length).toBe(20);
  expect(rows.filter((row) => entityOf[row] === 2).length).toBe(9);
  expect(rows.filter((row) => entityOf[row] === 3).length).toBe(9);
});

test('windows begin anywhere in a history, not only at its start', () => {
  const entityOf = histories(...Array.from({ length: 10 }, () => 1000));
  const starts = draw(entityOf, 50)
    .filter((_, i) => i % 5 === 0)
    .map((row) => row % 1000);
  expect(Math.max(...starts)).toBeGreaterThan(300);
});

test('every number of rows from one to all is met without repetition', () => {
  const entityOf = histories(7, 1, 30, 12);
  for (let rows = 1; rows <= 50; rows++) {
    const selected = draw(entityOf, rows, BigInt(rows));
    expect(new Set(selected).size).toBe(rows);
  }
});

test('returns all rows of the only entity', () => {
  expect(draw(histories(30), 10).length).toBe(10);
});
