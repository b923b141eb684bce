import { expect, test } from 'vitest';
import type { DeclaredColumns } from '../../../shared/column-kinds.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { planColumns } from './plan-columns.ts';

const names = ['who', 'reach', 'mark', 'share'];
const cells = (make: (i: number) => string) => Array.from({ length: 60 }, (_, i) => make(i % 20));
const table = parseColumns(names, [
  cells((i) => `Org ${String.fromCharCode(65 + i)}`),
  cells((i) => `0${1000 + i}`),
  cells((i) => `x${i}y`),
  cells((i) => `${i}.5`),
]);
const made = (roles: DeclaredColumns) =>
  planColumns(table, { roles, threshold: 2 }).map(({ role, made: own }) =>
    own?.kind === 'personal' ? own.personal : role,
  );

test('a declared kind decides how a column is made', () => {
  expect(made({ who: 'person', reach: 'contact', mark: 'id-number', share: 'rate' })).toEqual([
    'person_name',
    'phone',
    'national_id',
    'feature',
  ]);
  expect(made({ who: 'category', reach: 'link', mark: 'code', share: 'leave-out' })).toEqual([
    'feature',
    'reference',
    'reference',
    'ignored',
  ]);
});

test('roles of earlier versions are read', () => {
  const roles: DeclaredColumns = { who: 'feature', mark: 'reference', share: 'ignored' };
  expect(made(roles)).toMatchObject({ 0: 'feature', 2: 'reference', 3: 'ignored' });
});
