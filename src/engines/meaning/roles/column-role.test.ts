import { expect, test } from 'vitest';
import { planColumns } from '../../synthesize/columns/plan-columns.ts';
import { parseColumn, parseColumns } from '../../table/parse-columns.ts';
import { profileTable } from '../profile.ts';
import { fixedRole } from './column-role.ts';

const NAMES = ['constructor', '__proto__', 'toString', 'amount'];

test('a column that is called like what every object inherits has no role but its own', () => {
  for (const name of NAMES) expect(fixedRole({}, name)).toBeUndefined();
  expect(fixedRole(Object.fromEntries([['__proto__', 'key']]), '__proto__')).toBe('key');
  const columns = NAMES.map((name) => parseColumn(name, ['1.5', '2.5', '2.5', '4.5']));
  expect(planColumns({ rows: 4, columns }, { threshold: 5 }).map(({ role }) => role)).toEqual(
    NAMES.map(() => 'feature'),
  );
});

const ROWS = 3000;
const roleOf = (name: string, text: (row: number) => string) => {
  const texts = Array.from({ length: ROWS }, (_, row) => text(row));
  return profileTable(parseColumns([name], [texts])).columns[0].role;
};

test('roles follow the values, not the name alone', () => {
  expect(roleOf('yearID', (row) => String(1871 + (row % 140)))).toBe('feature');
  expect(
    roleOf(
      'teamID',
      (row) => `T${String.fromCharCode(65 + (row % 26))}${String.fromCharCode(65 + (row % 3))}`,
    ),
  ).toBe('feature');
  const clubs = ['BOS', 'NYA', 'CHN', 'BS1', 'TB8'];
  expect(roleOf('teamID', (row) => clubs[row % 5]!)).toBe('feature');
  expect(roleOf('teamID', (row) => `C${row % 100}`)).toBe('reference');
  expect(roleOf('konto', (row) => `ACC-${1_598_451_000 + (row % 100)}`)).toBe('reference');
  expect(roleOf('account_id', (row) => String(70_000 + (row % 100)))).toBe('reference');
});

test('digits and separators in no known form are left out, never made into words', () => {
  expect(roleOf('span', (row) => `${row}h ${row % 60}m ${row % 7}s`)).toBe('ignored');
  expect(roleOf('note', (row) => `payment of invoice ${row}`)).toBe('text');
});
