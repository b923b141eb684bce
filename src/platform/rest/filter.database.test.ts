import { describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { json, startRestHost } from './rest-host.fixture.ts';

const host = startBeforeTests(startRestHost);

async function ids(
  // biome-ignore lint/suspicious/noExplicitAny: any filter builder of the client
  filter: (query: any) => any,
  table = 'users',
): Promise<number[]> {
  const { data, error } = await filter(host.db.from(table).select('id')).order('id');
  expect(error).toBeNull();
  return (data as { id: number }[]).map(({ id }) => id);
}

describe('filters', () => {
  test('comparisons', async () => {
    expect(await ids((q) => q.eq('id', 2))).toEqual([2]);
    expect(await ids((q) => q.neq('name', 'Ada'))).toEqual([2, 3, 4]);
    expect(await ids((q) => q.gt('age', 20))).toEqual([1, 4]);
    expect(await ids((q) => q.gte('age', 20).lt('age', 51))).toEqual([1, 2]);
    expect(await ids((q) => q.lte('age', 36))).toEqual([1, 2]);
    expect(await ids((q) => q.filter('id', 'eq(any)', '{1,3}'))).toEqual([1, 3]);
  });

  test('patterns', async () => {
    expect(await ids((q) => q.like('name', 'A%'))).toEqual([1]);
    expect(await ids((q) => q.like('name', '*d*'))).toEqual([1]);
    expect(await ids((q) => q.ilike('name', 'a%'))).toEqual([1]);
    expect(await ids((q) => q.likeAllOf('name', ['A%', '%a']))).toEqual([1]);
    expect(await ids((q) => q.likeAnyOf('name', ['A%', 'B%']))).toEqual([1, 2]);
    expect(await ids((q) => q.ilikeAllOf('name', ['a%', '%A']))).toEqual([1]);
    expect(await ids((q) => q.ilikeAnyOf('name', ['a%', 'b%']))).toEqual([1, 2]);
    expect(await ids((q) => q.regexMatch('name', '^[AB]'))).toEqual([1, 2]);
    expect(await ids((q) => q.regexIMatch('name', '^[ab]'))).toEqual([1, 2]);
    expect(await ids((q) => q.not('name', 'like', '%o%'))).toEqual([1, 3]);
  });

  test('is, isdistinct', async () => {
    expect(await ids((q) => q.is('age', null))).toEqual([3]);
    expect(await ids((q) => q.not('age', 'is', null))).toEqual([1, 2, 4]);
    expect(await ids((q) => q.filter('age', 'is', 'not_null'))).toEqual([1, 2, 4]);
    expect(await ids((q) => q.isDistinct('age', 36))).toEqual([2, 3, 4]);
    const { error } = await host.db.from('users').select('id').filter('age', 'is', 'nothing');
    expect(error?.code).toBe('PGRST100');
  });

  test('in, with values that need quotes', async () => {
    expect(await ids((q) => q.in('id', [1, 3]))).toEqual([1, 3]);
    expect(await ids((q) => q.in('id', []))).toEqual([]);
    expect(await ids((q) => q.not('id', 'in', '(1,3)'))).toEqual([2, 4]);
    expect(await ids((q) => q.notIn('id', [1, 3]))).toEqual([2, 4]);
    const { data } = await host.db.from('tasks').select('id').in('note', ['x', 'a"b,c\nd']);
    // The client quotes a value without escaping quotes inside it.
    expect(data).toEqual([{ id: 1 }]);
    expect(await ids((q) => q.filter('note', 'in', '("a\\"b,c\nd",)'), 'tasks')).toEqual([3, 4]);
  });

  test('arrays, JSON and ranges', async () => {
    expect(await ids((q) => q.contains('tags', ['math']))).toEqual([1, 4]);
    expect(await ids((q) => q.contains('tags', ['"a,b"']))).toEqual([1]);
    expect(await ids((q) => q.containedBy('tags', ['art', 'music']))).toEqual([2, 3]);
    expect(await ids((q) => q.overlaps('tags', ['art', 'x']))).toEqual([2, 4]);
    expect(await ids((q) => q.contains('profile', { city: 'Oslo' }))).toEqual([2]);
    expect(await ids((q) => q.eq('profile->>city', 'Oslo'))).toEqual([2]);
    expect(await ids((q) => q.eq('profile->n->deep', 1))).toEqual([1]);
    expect(await ids((q) => q.is('profile->>city', null))).toEqual([3, 4]);
    expect(await ids((q) => q.rangeGt('office', '[1,5)'))).toEqual([2, 4]);
    expect(await ids((q) => q.rangeLt('office', '[5,9)'))).toEqual([1]);
    expect(await ids((q) => q.rangeGte('office', '[5,9)'))).toEqual([2, 4]);
    expect(await ids((q) => q.rangeLte('office', '[5,9)'))).toEqual([1, 2]);
    expect(await ids((q) => q.rangeAdjacent('office', '[1,5)'))).toEqual([2]);
    expect(await ids((q) => q.overlaps('office', '[4,6)'))).toEqual([1, 2]);
  });

  test('full text', async () => {
    expect(await ids((q) => q.textSearch('search', 'ledgers'), 'projects')).toEqual([2, 3]);
    expect(
      await ids((q) => q.textSearch('title', 'ledgers', { config: 'english' }), 'projects'),
    ).toEqual([2, 3]);
    expect(
      await ids((q) => q.textSearch('search', 'ledger audit', { type: 'phrase' }), 'projects'),
    ).toEqual([3]);
    expect(
      await ids((q) => q.textSearch('search', 'ledger audit', { type: 'plain' }), 'projects'),
    ).toEqual([3]);
    expect(
      await ids((q) => q.textSearch('search', 'fraud or audit', { type: 'websearch' }), 'projects'),
    ).toEqual([1, 3]);
  });

  test('and, or, not, nested', async () => {
    expect(await ids((q) => q.or('id.eq.1,age.gt.50'))).toEqual([1, 4]);
    expect(await ids((q) => q.or('id.eq.1,and(age.gt.10,age.lt.30)'))).toEqual([1, 2]);
    expect(await ids((q) => q.or('not.and(id.gte.2,id.lte.3),name.eq."Bo"'))).toEqual([1, 2, 4]);
    expect(await ids((q) => q.or('id.in.(1,2),tags.cs.{math}'))).toEqual([1, 2, 4]);
    expect(await ids((q) => q.or('id.not.in.(1,2)'))).toEqual([3, 4]);
    const answer = await host.raw('/users?select=id&not.or=(id.eq.1,id.eq.2)&order=id');
    expect(await json(answer)).toEqual([{ id: 3 }, { id: 4 }]);
    const both = await host.raw('/users?select=id&and=(id.gt.1,id.lt.3)');
    expect(await json(both)).toEqual([{ id: 2 }]);
  });

  test('match and repeated filters add up', async () => {
    expect(await ids((q) => q.match({ mood: 'calm', age: 51 }))).toEqual([4]);
    expect(await ids((q) => q.gt('id', 1).lt('id', 3).neq('id', 5))).toEqual([2]);
  });

  test('a value of the wrong type, an operator that does not fit', async () => {
    const wrong = await host.db.from('users').select('id').eq('id', 'abc');
    expect([wrong.status, wrong.error?.code]).toEqual([400, '22P02']);
    const unfit = await host.db.from('users').select('id').like('id', 'a%');
    expect([unfit.status, unfit.error?.code]).toEqual([404, '42883']);
    const bare = await host.raw('/users?id=1');
    expect(bare.status).toBe(400);
    expect(await json(bare)).toEqual({
      code: 'PGRST100',
      message: '"failed to parse filter (1)" (line 1, column 1)',
      details: 'unexpected "1" expecting "not" or operator (eq, gt, ...)',
      hint: null,
    });
  });
});
