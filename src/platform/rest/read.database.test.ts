import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyClient, json, type RestHost, SECRET, startRestHost } from './testing/rest-host.ts';

let host: RestHost;
let db: AnyClient;
beforeAll(async () => {
  host = await startRestHost();
  db = host.client();
});
afterAll(() => host?.close());

/** Ids of the users for whom a filter holds. */
async function ids(
  // biome-ignore lint/suspicious/noExplicitAny: any filter builder of the client
  filter: (query: any) => any,
  table = 'users',
): Promise<number[]> {
  const { data, error } = await filter(db.from(table).select('id')).order('id');
  expect(error).toBeNull();
  return (data as { id: number }[]).map(({ id }) => id);
}

describe('select', () => {
  test('columns, alias, cast, JSON arrows', async () => {
    const { data, error } = await db
      .from('users')
      .select(
        'id, called:name, age::text, profile->>city, lang:profile->langs->1, first:profile->langs->>0, profile->n->deep, tags->0',
      )
      .eq('id', 1);
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        id: 1,
        called: 'Ada',
        age: '36',
        city: 'London',
        lang: 'fr',
        first: 'en',
        deep: 1,
        tags: 'math',
      },
    ]);
  });

  test('PostgreSQL writes the JSON: no digit of a numeric is lost', async () => {
    const answer = await host.raw(
      '/users?select=balance,created:projects!owner_id(created_at)&id=eq.1',
    );
    expect(await answer.text()).toBe(
      '[{"balance":12345678901234567890.1234567891,"created":[{"created_at":"2026-01-02T03:04:05+00:00"}, \n {"created_at":"2026-01-02T03:04:05+00:00"}]}]',
    );
  });

  test('names that need quotes', async () => {
    const service = host.client(SECRET);
    const { data, error } = await service
      .from('Odd "name"')
      .select('"a b","c,d",é')
      .eq('"c,d"', 'x');
    expect(error).toBeNull();
    expect(data).toEqual([{ 'a b': 1, 'c,d': 'x', é: 'accent' }]);
  });

  test('a function of the row is a column', async () => {
    const { data } = await db.from('users').select('id,greeting').eq('greeting', 'Hello Bo');
    expect(data).toEqual([{ id: 2, greeting: 'Hello Bo' }]);
  });

  test('what is not there is an error with its code', async () => {
    const column = await db.from('users').select('id,nme');
    expect(column.status).toBe(400);
    expect(column.error).toMatchObject({
      code: '42703',
      message: 'column users.nme does not exist',
      hint: 'Perhaps you meant to reference the column "users.name".',
    });
    const table = await db.from('user').select('*');
    expect(table.status).toBe(404);
    expect(table.error).toEqual(
      expect.objectContaining({
        code: 'PGRST205',
        message: "Could not find the table 'public.user' in the schema cache",
        hint: "Perhaps you meant the table 'public.users'",
        details: null,
      }),
    );
    const type = await db.from('users').select('id::nonsense');
    expect(type.error).toMatchObject({ code: '42704', message: 'type "nonsense" does not exist' });
    const filter = await db.from('users').select('id').eq('nme', 1);
    expect(filter.error).toMatchObject({ code: '42703' });
    const order = await db.from('users').select('id').order('nme');
    expect(order.error).toMatchObject({ code: '42703' });
    // System columns and functions of any row are no columns of the schema.
    for (const name of ['ctid', 'xmin', 'row_to_json', 'pg_typeof', 'count']) {
      const { error } = await db.from('users').select(`${name}`);
      expect(error?.code).toBe('42703');
    }
  });

  test('aggregates have to be allowed', async () => {
    const { error, status } = await db.from('tasks').select('hours.sum()');
    expect([status, error?.code]).toEqual([400, 'PGRST123']);
  });
});

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
    const { error } = await db.from('users').select('id').filter('age', 'is', 'nothing');
    expect(error?.code).toBe('PGRST100');
  });

  test('in, with values that need quotes', async () => {
    expect(await ids((q) => q.in('id', [1, 3]))).toEqual([1, 3]);
    expect(await ids((q) => q.in('id', []))).toEqual([]);
    expect(await ids((q) => q.not('id', 'in', '(1,3)'))).toEqual([2, 4]);
    expect(await ids((q) => q.notIn('id', [1, 3]))).toEqual([2, 4]);
    const { data } = await db.from('tasks').select('id').in('note', ['x', 'a"b,c\nd']);
    // The client puts quotes around a value and leaves those inside as they are.
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
    const wrong = await db.from('users').select('id').eq('id', 'abc');
    expect([wrong.status, wrong.error?.code]).toEqual([400, '22P02']);
    const unfit = await db.from('users').select('id').like('id', 'a%');
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

describe('order and range', () => {
  const list = async (order: string) => {
    const answer = await host.raw(`/users?select=id&order=${order}`);
    return ((await answer.json()) as { id: number }[]).map(({ id }) => id).join('');
  };

  test('order', async () => {
    expect(await list('age')).toBe('2143');
    expect(await list('age.desc')).toBe('3412');
    expect(await list('age.desc.nullslast')).toBe('4123');
    expect(await list('age.nullsfirst')).toBe('3214');
    expect(await list('mood.desc,name.desc')).toBe('3241');
    expect(await list('profile->>city.asc,id.desc')).toBe('1243');
  });

  test('limit, offset, Range', async () => {
    const { data } = await db.from('users').select('id').order('id').range(1, 2);
    expect(data).toEqual([{ id: 2 }, { id: 3 }]);
    const ranged = await host.raw('/users?select=id&order=id', { headers: { range: '2-9' } });
    expect([ranged.status, ranged.headers.get('content-range')]).toEqual([200, '2-3/*']);
    expect(await json(ranged)).toEqual([{ id: 3 }, { id: 4 }]);
    const none = await db.from('users').select('id').limit(0);
    expect(none.data).toEqual([]);
    const backwards = await host.raw('/users', { headers: { range: '5-2' } });
    expect([backwards.status, (await json(backwards)).code]).toEqual([416, 'PGRST103']);
    const negative = await host.raw('/users?limit=-1');
    expect([negative.status, (await json(negative)).details]).toEqual([
      416,
      'Limit should be greater than or equal to zero.',
    ]);
    const word = await host.raw('/users?limit=ten');
    expect([word.status, (await json(word)).code]).toEqual([400, 'PGRST100']);
  });

  test('counts and statuses', async () => {
    const all = await db.from('users').select('id', { count: 'exact' });
    expect([all.status, all.count, all.data?.length]).toEqual([200, 4, 4]);
    const part = await db.from('users').select('id', { count: 'exact' }).limit(2);
    expect([part.status, part.count, part.data?.length]).toEqual([206, 4, 2]);
    const head = await db.from('users').select('*', { count: 'exact', head: true }).gt('id', 2);
    expect([head.status, head.count, head.data]).toEqual([200, 2, null]);
    const planned = await db.from('users').select('id', { count: 'planned' });
    expect(planned.count).toBeGreaterThan(0);
    const estimated = await db.from('users').select('id', { count: 'estimated' }).limit(1);
    expect([estimated.status, estimated.count]).toEqual([206, 4]);
    const beyond = await db.from('users').select('id', { count: 'exact' }).range(9, 10);
    expect(beyond.status).toBe(416);
    expect(beyond.error).toMatchObject({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 9 was requested, but there are only 4 rows.',
    });
    const empty = await host.raw('/users?id=eq.99', { headers: { prefer: 'count=exact' } });
    expect([empty.status, empty.headers.get('content-range')]).toEqual([200, '*/0']);
  });

  test('an estimate of many rows is the plan, of few the count', async () => {
    await host.database.owner.query(
      'create table public.many as select g as id from generate_series(1, 3000) g; analyze public.many; grant select on public.many to anon',
    );
    await host.database.owner.query("notify pgrst, 'reload schema'");
    await expect.poll(async () => (await db.from('many').select('id').limit(1)).status).toBe(200);
    const { count } = await db.from('many').select('id', { count: 'estimated', head: true });
    expect(count).toBe(3000);
    const few = await db.from('many').select('id', { count: 'estimated', head: true }).lte('id', 7);
    expect(few.count).toBe(7);
  });
});

describe('forms of the answer', () => {
  test('single and maybeSingle', async () => {
    const one = await db.from('users').select('id').eq('id', 1).single();
    expect(one.data).toEqual({ id: 1 });
    const none = await db.from('users').select('id').eq('id', 99).single();
    expect(none.status).toBe(406);
    expect(none.error).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 0 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    });
    const many = await db.from('users').select('id').single();
    expect(many.error).toMatchObject({ details: 'The result contains 4 rows' });
    const maybe = await db.from('users').select('id').eq('id', 99).maybeSingle();
    expect([maybe.data, maybe.error]).toEqual([null, null]);
    const maybeOne = await db.from('users').select('id').eq('id', 1).maybeSingle();
    expect(maybeOne.data).toEqual({ id: 1 });
  });

  test('CSV keeps quotes, commas and backslashes', async () => {
    const { data } = await db.from('tasks').select('id,title,note').order('id').csv();
    expect(data).toBe('id,title,note\n1,Collect,x\n2,Label,\n3,Design,""\n4,Orphan,"a""b,c\nd"');
    const star = await db.from('badges').select('*').csv();
    expect(star.data).toBe('user_id,label\n1,gold\n2,tin');
    const empty = await db.from('badges').select('*').eq('user_id', 9).csv();
    expect(empty.data).toBe('user_id,label');
  });

  test('stripped nulls', async () => {
    const { data } = await db.from('users').select('id,age').eq('id', 3).stripNulls();
    expect(data).toEqual([{ id: 3 }]);
    const one = await db.from('users').select('id,age').eq('id', 3).single().stripNulls();
    expect(one.data).toEqual({ id: 3 });
  });

  test('types in JSON', async () => {
    const { data } = await db.from('moods').select('*').order('day').limit(1);
    expect(data).toEqual([{ day: '2026-01-01', mood: 'calm', weight: 1.5, raw: '\\xdead' }]);
  });

  test('what can not be given is said', async () => {
    const plan = await db.from('users').select('id').explain();
    expect([plan.status, plan.error?.code]).toEqual([406, 'PGRST107']);
    const geo = await db.from('users').select('id').geojson();
    expect([geo.status, geo.error?.code]).toEqual([406, 'PGRST107']);
    const root = await host.raw('/');
    expect([root.status, (await json(root)).code]).toEqual([404, 'PGRST126']);
    const deep = await host.raw('/users/1');
    expect([deep.status, (await json(deep)).code]).toEqual([404, 'PGRST125']);
    const schema = await host
      .client()
      .schema('auth' as 'public')
      .from('users')
      .select('*');
    expect([schema.status, schema.error?.code, schema.error?.hint]).toEqual([
      406,
      'PGRST106',
      'Only the following schemas are exposed: public',
    ]);
    const put = await host.raw('/users?id=eq.1', {
      method: 'PUT',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([put.status, (await json(put)).code]).toEqual([405, 'PGRST117']);
    const strict = await host.raw('/users', { headers: { prefer: 'handling=strict, whatever' } });
    expect([strict.status, (await json(strict)).details]).toEqual([
      400,
      'Invalid preferences: whatever',
    ]);
  });

  test('a time zone can be preferred', async () => {
    const answer = await host.raw('/projects?select=created_at&limit=1', {
      headers: { prefer: 'timezone=America/New_York' },
    });
    expect(await json(answer)).toEqual([{ created_at: '2026-01-01T22:04:05-05:00' }]);
    expect(answer.headers.get('preference-applied')).toBe('timezone=America/New_York');
  });
});
