import { expect, test } from 'vitest';
import { planColumns } from '../synthesize/columns/plan-columns.ts';
import { fixedRole } from './column-role.ts';
import { parseColumn } from './parse-columns.ts';

const NAMES = ['constructor', '__proto__', 'toString', 'amount'];

test('a column that is called like what every object inherits has no role but its own', () => {
  for (const name of NAMES) expect(fixedRole({}, name)).toBeUndefined();
  expect(fixedRole(Object.fromEntries([['__proto__', 'key']]), '__proto__')).toBe('key');
  const columns = NAMES.map((name) => parseColumn(name, ['1.5', '2.5', '2.5', '4.5']));
  expect(planColumns({ rows: 4, columns }, { threshold: 5 }).map(({ role }) => role)).toEqual(
    NAMES.map(() => 'feature'),
  );
});
