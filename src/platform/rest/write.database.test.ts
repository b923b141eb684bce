import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { type AnyClient, json, SECRET, startRestHost } from './rest-host.fixture.ts';

const host = startBeforeTests(startRestHost);
let service: AnyClient;
beforeAll(async () => {
  service = host.client(SECRET);
});
beforeEach(() => host.database.owner.query('truncate public.todos restart identity'));

const rows = async () =>
  (await host.database.owner.query('select id::int, task, is_done from public.todos order by id'))
    .rows;

describe('insert', () => {
  test('returns nothing unless requested', async () => {
    const { data, status, error } = await service.from('todos').insert({ task: 'a' });
    expect([data, status, error]).toEqual([null, 201, null]);
    const answer = await host.send('POST', '/todos', { task: 'b' }, { prefer: 'return=minimal' });
    expect(answer.status).toBe(201);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('content-range')).toBe('*/*');
    expect(answer.headers.get('content-type')).toBeNull();
    expect(answer.headers.get('preference-applied')).toBe('return=minimal');
    expect(await rows()).toHaveLength(2);
  });

  test('the rows come back with the select, embeds and functions of the row included', async () => {
    const { data, status } = await service
      .from('projects')
      .insert({ title: 'New', owner_id: 2 })
      .select('title, users!owner_id(name), tasks(id)')
      .single();
    expect([status, data]).toEqual([201, { title: 'New', users: { name: 'Bo' }, tasks: [] }]);
    const user = await service
      .from('users')
      .insert({ id: 70, name: 'Eve', manager_id: 1 })
      .select('greeting, boss(name), *');
    expect(user.error).toBeNull();
    expect(user.data?.[0]).toMatchObject({
      id: 70,
      greeting: 'Hello Eve',
      boss: { name: 'Ada' },
      mood: 'calm',
    });
    await service.from('users').delete().eq('id', 70);
  });

  test('rows as CSV, by the types of their columns', async () => {
    const answer = await host.raw('/todos?select=task,is_done,owner', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${SECRET}`,
        'content-type': 'text/csv',
        prefer: 'return=representation',
      },
      body: 'task,is_done,owner\r\n"wash, dry",true,ada\r\n,false,\r\n',
    });
    expect([answer.status, await answer.json()]).toEqual([
      201,
      [
        { task: 'wash, dry', is_done: true, owner: 'ada' },
        { task: '', is_done: false, owner: '' },
      ],
    ]);
    await service.from('todos').delete().in('task', ['wash, dry', '']);
  });

  test('in bulk, with columns', async () => {
    const { data, error } = await service
      .from('todos')
      .insert([{ task: 'a' }, { task: 'b', is_done: true }], { defaultToNull: false })
      .select('id, task, is_done, token')
      .order('id');
    expect(error).toBeNull();
    expect(data?.map(({ task, is_done }) => [task, is_done])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(new Set(data?.map(({ token }) => token)).size).toBe(2);
    const nulls = await service.from('todos').insert([{ task: 'c' }, { is_done: true }]);
    expect([nulls.status, nulls.error?.code]).toEqual([400, '23502']);
  });

  test('a default is worked out for each row that lacks the column', async () => {
    const answer = await host.send(
      'POST',
      '/todos?columns=task,token,owner&select=task,token,owner&order=task',
      [{ task: 'x', token: '00000000-0000-0000-0000-000000000001' }, { task: 'y' }, { task: 'z' }],
      { prefer: 'missing=default,return=representation' },
    );
    const created = (await answer.json()) as { token: string; owner: string }[];
    expect(answer.headers.get('preference-applied')).toBe('missing=default, return=representation');
    expect(created[0]!.token).toBe('00000000-0000-0000-0000-000000000001');
    expect(new Set(created.map(({ token }) => token)).size).toBe(3);
    expect(created.map(({ owner }) => owner)).toEqual(['nobody', 'nobody', 'nobody']);
  });

  test('empty rows take every default; an empty list writes nothing', async () => {
    expect((await host.send('POST', '/todos', {})).status).toBe(201);
    expect(await rows()).toEqual([{ id: 1, task: 'nothing', is_done: false }]);
    const none = await service.from('todos').insert([]).select();
    expect([none.status, none.data]).toEqual([201, []]);
    expect(await rows()).toHaveLength(1);
  });

  test('a Location for a row that was made', async () => {
    const answer = await host.send(
      'POST',
      '/todos',
      { task: 'a' },
      { prefer: 'return=headers-only' },
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([201, '/todos?id=eq.1']);
    expect(await answer.text()).toBe('');
    const odd = await host.send(
      'POST',
      `/${encodeURIComponent('Odd "name"')}`,
      { 'a b': 9, é: 'x' },
      { prefer: 'return=headers-only' },
    );
    expect(odd.headers.get('location')).toBe('/Odd%20%22name%22?a+b=eq.9');
  });

  test('order and limit hold for what comes back', async () => {
    const { data } = await service
      .from('todos')
      .insert([{ task: 'a' }, { task: 'b' }, { task: 'c' }])
      .select('task')
      .order('task', { ascending: false })
      .limit(2);
    expect(data).toEqual([{ task: 'c' }, { task: 'b' }]);
    expect(await rows()).toHaveLength(3);
  });

  test('counts', async () => {
    const { count } = await service
      .from('todos')
      .insert([{ task: 'a' }, { task: 'b' }], { count: 'exact' });
    expect(count).toBe(2);
  });

  test('no digit of a number is lost on the way in', async () => {
    await host.send(
      'POST',
      '/users',
      '{"id": 80, "name": "n", "balance": 98765432109876543210.0123456789}',
    );
    const { rows: found } = await host.database.owner.query(
      'select balance::text from public.users where id = 80',
    );
    expect(found).toEqual([{ balance: '98765432109876543210.0123456789' }]);
    await service.from('users').delete().eq('id', 80);
  });

  test('bodies that are no rows', async () => {
    const cases: [unknown, string][] = [
      ['', 'Empty or invalid json'],
      ['{', 'Empty or invalid json'],
      ['[1]', 'The body must be a JSON object or an array of objects'],
      ['"x"', 'The body must be a JSON object or an array of objects'],
      [[{ task: 'a' }, { is_done: true }], 'All object keys must match'],
    ];
    for (const [body, message] of cases) {
      const answer = await host.send('POST', '/todos', body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        code: 'PGRST102',
        message,
        details: null,
        hint: null,
      });
    }
    const form = await host.raw('/todos', {
      method: 'POST',
      body: 'task=a',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([form.status, (await json(form)).code]).toEqual([415, 'PGRST102']);
    const unknown = await service.from('todos').insert({ tsk: 1 });
    expect([unknown.status, unknown.error?.code, unknown.error?.message]).toEqual([
      400,
      'PGRST204',
      "Could not find the 'tsk' column of 'todos' in the schema cache",
    ]);
  });

  test('conflicts and broken references', async () => {
    await service.from('todos').insert({ task: 'a' });
    const twice = await service.from('todos').insert({ task: 'a' });
    expect([twice.status, twice.error?.code]).toEqual([409, '23505']);
    const lost = await service.from('projects').insert({ title: 't', owner_id: 999 });
    expect([lost.status, lost.error?.code]).toEqual([409, '23503']);
  });
});

describe('upsert', () => {
  test('merges on the primary key: 201 for something new, 200 for nothing new', async () => {
    const first = await service.from('badges').upsert({ user_id: 3, label: 'a' }).select();
    expect([first.status, first.data]).toEqual([201, [{ user_id: 3, label: 'a' }]]);
    const second = await service.from('badges').upsert({ user_id: 3, label: 'b' }).select();
    expect([second.status, second.data]).toEqual([200, [{ user_id: 3, label: 'b' }]]);
    const mixed = await service.from('badges').upsert([
      { user_id: 3, label: 'c' },
      { user_id: 4, label: 'd' },
    ]);
    expect(mixed.status).toBe(201);
    await service.from('badges').delete().in('user_id', [3, 4]);
  });

  test('on_conflict, ignoring duplicates', async () => {
    await service.from('todos').insert({ task: 'a' });
    const merged = await service
      .from('todos')
      .upsert({ task: 'a', is_done: true }, { onConflict: 'task' })
      .select('task,is_done');
    expect([merged.status, merged.data]).toEqual([200, [{ task: 'a', is_done: true }]]);
    const ignored = await service
      .from('todos')
      .upsert(
        [
          { task: 'a', is_done: false },
          { task: 'b', is_done: false },
        ],
        {
          onConflict: 'task',
          ignoreDuplicates: true,
        },
      )
      .select('task');
    expect([ignored.status, ignored.data]).toEqual([201, [{ task: 'b' }]]);
    const keyOnly = await service
      .from('todos')
      .upsert({ task: 'a' }, { onConflict: 'task' })
      .select('task');
    expect(keyOnly.data).toEqual([{ task: 'a' }]);
    const loose = await service.from('todos').upsert({ task: 'z' }, { onConflict: 'is_done' });
    expect([loose.status, loose.error?.code]).toEqual([400, '42P10']);
  });
});
