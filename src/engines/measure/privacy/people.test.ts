import { expect, it } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { People } from './people.ts';

const owners = [7, 7, 7, 7, 8, 8, 9, 7, 9, 7];
const table = {
  rows: owners.length,
  columns: [
    { kind: 'number' as const, name: 'owner', decimals: 0, values: Float64Array.from(owners) },
  ],
};
const dealt = (entity?: string) => new People(table, entity, streamFor(1n, 0, 0));

it('takes rows person by person, no more of each than let all have as many', () => {
  const people = dealt('owner');
  expect(people.count).toBe(3);
  const selected = people.take(0, 3, 7);
  expect(selected.people).toBe(3);
  expect([...selected.person!]).toEqual([...selected.person!].sort());
  const of = [...selected.rows].map((row) => owners[row]);
  const count = (owner: number) => of.filter((row) => row === owner).length;
  expect([count(7), count(8), count(9)]).toEqual([2, 2, 2]);
  expect(new Set(selected.rows).size).toBe(6);
});

it('parts people, never one person’s rows', () => {
  const people = dealt('owner');
  const ownersOf = (from: number, to: number) =>
    new Set([...people.take(from, to, 100).rows].map((row) => owners[row]));
  const first = ownersOf(0, 2);
  expect(first.size).toBe(2);
  for (const owner of ownersOf(2, 3)) expect(first.has(owner)).toBe(false);
});

it('takes each row for a person where nothing names one', () => {
  const people = dealt();
  expect(people.count).toBe(10);
  expect(people.take(2, 50, 5)).toMatchObject({ people: 5 });
  expect(people.take(2, 50, 5).person).toBeUndefined();
  expect(dealt('absent').take(0, 10, 0).rows).toHaveLength(0);
});

it('divides people into disjoint groups, with all rows of each', () => {
  const groups = dealt('owner').groups(3, { size: 1, most: 100, stream: streamFor(2n, 0, 0) });
  const ownersOf = groups.map(({ rows }) => new Set([...rows].map((row) => owners[row])));
  expect(ownersOf.map(({ size }) => size)).toEqual([1, 1, 1]);
  expect(groups.map(({ rows }) => rows.length).sort()).toEqual([2, 2, 6]);
  const rows = dealt().groups(2, { size: 5, most: 100, stream: streamFor(2n, 0, 0) });
  expect(new Set(rows.flatMap((group) => [...group.rows])).size).toBe(10);
});
