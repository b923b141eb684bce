import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { fit, sample } from '../../synthesize/index.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import { personsIn } from './persons.ts';
import { privacyReport } from './privacy-report.ts';

const GIVEN = 'Mary John Linda Michael Susan David Karen Paul Laura Peter'.split(' ');

/** Claims of 200 policyholders with three rows each; the names are in no list. */
function claims(): Table {
  const stream = streamFor(4n, 0, 3);
  const letters = (count: number) =>
    Array.from({ length: count }, () => 'abcdefghijklm'[stream.below(13)]).join('');
  const people = Array.from({ length: 200 }, (_, i) => {
    const family = `W${letters(6)}`;
    return [`${GIVEN[i % 10]} ${family}`, `${family.toLowerCase()}@mail.example`];
  });
  const rows = Array.from({ length: 600 }, (_, row) => [
    ...people[row % 200]!,
    (stream.below(100_000) / 100).toFixed(2),
    ['fire', 'water', 'theft'][stream.below(3)]!,
  ]);
  const names = ['Policyholder', 'Email', 'Paid', 'Cause'];
  return parseColumns(
    names,
    names.map((_, i) => rows.map((row) => row[i]!)),
  );
}

const table = claims();
const drawnWith = (roles: Record<string, 'feature'>) =>
  sample(fit(table, { mode: 'balanced', seed: 1n, roles }), { rows: 600, seed: 2n });

test('generated persons are none of the file, with as many rows and one address each', () => {
  const { columns, identity } = personsIn(table, drawnWith({}), 5n)!;
  expect(columns.map(({ column, kind, found }) => [column, kind, found])).toEqual([
    ['Policyholder', 'person_name', 0],
    ['Email', 'email', 0],
  ]);
  expect(identity?.columns).toEqual(['Policyholder', 'Email']);
  expect(identity?.real).toEqual({ rowsPerPerson: 3, consistent: 1 });
  expect(identity!.synthetic.rowsPerPerson).toBeCloseTo(3, 1);
  expect(identity!.synthetic.consistent).toBeGreaterThan(0.97);
});

test('names learned as a category are named, fail the batch and can not pass', () => {
  const half = (from: number) =>
    takeRows(
      table,
      Array.from({ length: 600 }, (_, row) => row).filter(
        (row) => row % 200 >= from && row % 200 < from + 100,
      ),
    );
  const synthetic = takeRows(
    half(0),
    Array.from({ length: 300 }, (_, row) => row),
  );
  const report = privacyReport(half(0), {
    holdout: half(100),
    synthetic,
    options: { seed: 5n, roles: { Policyholder: 'feature' }, entity: 'Policyholder' },
  });
  expect(report.verdict).toBe('fail');
  expect(report.gates.map(({ name }) => name)).toContain('persons');
  const reasons = report.gates.map(({ reason }) => reason).join('; ');
  expect(reasons).toContain('100 of 100 values of Policyholder (person name) are real');
});

test('first names of public lists agree by chance', () => {
  const first = (seed: bigint) => {
    const stream = streamFor(seed, 0, 9);
    const texts = Array.from({ length: 300 }, () => GIVEN[stream.below(10)]!);
    return parseColumns(['first name'], [texts]);
  };
  const synthetic = sample(fit(first(1n), { mode: 'balanced', seed: 1n }), { rows: 300, seed: 2n });
  const [column] = personsIn(first(1n), synthetic, 5n)!.columns;
  expect(column!.kind).toBe('first_name');
  expect(column!.pValue).toBeGreaterThan(0.001);
});
