import { describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { json, SECRET, startRestHost } from './rest-host.fixture.ts';

const host = startBeforeTests(startRestHost);

describe('select', () => {
  test('columns, alias, cast, JSON arrows', async () => {
    const { data, error } = await host.db
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
      '[{"balance":12345678901234567890.1234567891,"created":[{"created_at":"2026-01-02T03:04:05+00:00"}, {"created_at":"2026-01-02T03:04:05+00:00"}]}]',
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
    const { data } = await host.db.from('users').select('id,greeting').eq('greeting', 'Hello Bo');
    expect(data).toEqual([{ id: 2, greeting: 'Hello Bo' }]);
  });

  test('a missing object is an error with its code', async () => {
    const column = await host.db.from('users').select('id,nme');
    expect(column.status).toBe(400);
    expect(column.error).toMatchObject({
      code: '42703',
      message: 'column users.nme does not exist',
      hint: 'Perhaps you meant to reference the column "users.name".',
    });
    const table = await host.db.from('user').select('*');
    expect(table.status).toBe(404);
    expect(table.error).toEqual(
      expect.objectContaining({
        code: 'PGRST205',
        message: "Could not find the table 'public.user' in the schema cache",
        hint: "Perhaps you meant the table 'public.users'",
        details: null,
      }),
    );
    const type = await host.db.from('users').select('id::nonsense');
    expect(type.error).toMatchObject({ code: '42704', message: 'type "nonsense" does not exist' });
    const filter = await host.db.from('users').select('id').eq('nme', 1);
    expect(filter.error).toMatchObject({ code: '42703' });
    const order = await host.db.from('users').select('id').order('nme');
    expect(order.error).toMatchObject({ code: '42703' });
    // System columns and generic row functions are no columns of the schema.
    for (const name of ['ctid', 'xmin', 'row_to_json', 'pg_typeof']) {
      const { error } = await host.db.from('users').select(`${name}`);
      expect(error?.code).toBe('42703');
    }
  });

  test('aggregates have to be allowed', async () => {
    const { error, status } = await host.db.from('tasks').select('hours.sum()');
    expect([status, error?.code]).toEqual([400, 'PGRST123']);
  });
});

describe('forms of the answer', () => {
  test('single and maybeSingle', async () => {
    const one = await host.db.from('users').select('id').eq('id', 1).single();
    expect(one.data).toEqual({ id: 1 });
    const none = await host.db.from('users').select('id').eq('id', 99).single();
    expect(none.status).toBe(406);
    expect(none.error).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 0 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    });
    const many = await host.db.from('users').select('id').single();
    expect(many.error).toMatchObject({ details: 'The result contains 4 rows' });
    const maybe = await host.db.from('users').select('id').eq('id', 99).maybeSingle();
    expect([maybe.data, maybe.error]).toEqual([null, null]);
    const maybeOne = await host.db.from('users').select('id').eq('id', 1).maybeSingle();
    expect(maybeOne.data).toEqual({ id: 1 });
  });

  test('CSV keeps quotes, commas and backslashes', async () => {
    const { data } = await host.db.from('tasks').select('id,title,note').order('id').csv();
    expect(data).toBe('id,title,note\n1,Collect,x\n2,Label,\n3,Design,""\n4,Orphan,"a""b,c\nd"');
    const star = await host.db.from('badges').select('*').csv();
    expect(star.data).toBe('user_id,label\n1,gold\n2,tin');
    const empty = await host.db.from('badges').select('*').eq('user_id', 9).csv();
    expect(empty.data).toBe('user_id,label');
  });

  test('stripped nulls', async () => {
    const { data } = await host.db.from('users').select('id,age').eq('id', 3).stripNulls();
    expect(data).toEqual([{ id: 3 }]);
    const one = await host.db.from('users').select('id,age').eq('id', 3).single().stripNulls();
    expect(one.data).toEqual({ id: 3 });
  });

  test('types in JSON', async () => {
    const { data } = await host.db.from('moods').select('*').order('day').limit(1);
    expect(data).toEqual([{ day: '2026-01-01', mood: 'calm', weight: 1.5, raw: '\\xdead' }]);
  });

  test('refuses unavailable media types, paths and schemas', async () => {
    const plan = await host.db.from('users').select('id').explain();
    expect([plan.status, plan.error?.code]).toEqual([406, 'PGRST107']);
    const geo = await host.db.from('users').select('id').geojson();
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
