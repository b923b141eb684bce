import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyClient, json, type RestHost, SECRET, startRestHost } from './testing/rest-host.ts';

let host: RestHost;
let service: AnyClient;
let ada: AnyClient;
let adaToken: string;
beforeAll(async () => {
  host = await startRestHost();
  service = host.client(SECRET);
  adaToken = await host.tokenOf('ada@bank.test');
  ada = host.client(adaToken);
});
afterAll(() => host?.close());
beforeEach(() => host.database.owner.query('truncate public.todos restart identity'));

const send = (
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  host.raw(path, {
    method,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SECRET}`, ...headers },
  });

type Answered = PromiseLike<{ status: number; error: { code: string; details: string } | null }>;

/** The client's types know `maxAffected` only where generated types name a version of PostgREST. */
const atMost = (count: number, builder: unknown): Answered =>
  (builder as { maxAffected: (count: number) => Answered }).maxAffected(count);

const rows = async () =>
  (await host.database.owner.query('select id::int, task, is_done from public.todos order by id'))
    .rows;

describe('insert', () => {
  test('nothing comes back unless it is asked for', async () => {
    const { data, status, error } = await service.from('todos').insert({ task: 'a' });
    expect([data, status, error]).toEqual([null, 201, null]);
    const answer = await send('POST', '/todos', { task: 'b' }, { prefer: 'return=minimal' });
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
    const answer = await send(
      'POST',
      '/todos?columns=task,token,owner&select=task,token,owner&order=task',
      [{ task: 'x', token: '00000000-0000-0000-0000-000000000001' }, { task: 'y' }, { task: 'z' }],
      { prefer: 'missing=default,return=representation' },
    );
    const made = (await answer.json()) as { token: string; owner: string }[];
    expect(answer.headers.get('preference-applied')).toBe('missing=default, return=representation');
    expect(made[0]!.token).toBe('00000000-0000-0000-0000-000000000001');
    expect(new Set(made.map(({ token }) => token)).size).toBe(3);
    expect(made.map(({ owner }) => owner)).toEqual(['nobody', 'nobody', 'nobody']);
  });

  test('empty rows take every default; an empty list writes nothing', async () => {
    expect((await send('POST', '/todos', {})).status).toBe(201);
    expect(await rows()).toEqual([{ id: 1, task: 'nothing', is_done: false }]);
    const none = await service.from('todos').insert([]).select();
    expect([none.status, none.data]).toEqual([201, []]);
    expect(await rows()).toHaveLength(1);
  });

  test('a Location for a row that was made', async () => {
    const answer = await send('POST', '/todos', { task: 'a' }, { prefer: 'return=headers-only' });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, '/todos?id=eq.1']);
    expect(await answer.text()).toBe('');
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
    await send(
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
      ['[1]', 'The body has to be a JSON object or an array of objects'],
      ['"x"', 'The body has to be a JSON object or an array of objects'],
      [[{ task: 'a' }, { is_done: true }], 'All object keys must match'],
    ];
    for (const [body, message] of cases) {
      const answer = await send('POST', '/todos', body);
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

describe('update and delete', () => {
  beforeEach(async () => {
    await service.from('todos').insert([{ task: 'a' }, { task: 'b' }, { task: 'c' }]);
  });

  test('update', async () => {
    const silent = await service.from('todos').update({ is_done: true }).eq('task', 'a');
    expect([silent.status, silent.data]).toEqual([204, null]);
    const shown = await service
      .from('todos')
      .update({ is_done: true })
      .or('task.eq.b,task.eq.c')
      .select('task,is_done')
      .order('task');
    expect([shown.status, shown.data]).toEqual([
      200,
      [
        { task: 'b', is_done: true },
        { task: 'c', is_done: true },
      ],
    ]);
    const answer = await send('PATCH', '/todos?task=eq.a', { is_done: false });
    expect(answer.headers.get('content-range')).toBe('0-0/*');
    const none = await send('PATCH', '/todos?task=eq.q', {}, { prefer: 'return=representation' });
    expect([none.status, await none.json(), none.headers.get('content-range')]).toEqual([
      200,
      [],
      '*/*',
    ]);
    const several = await send('PATCH', '/todos?task=eq.q', [{}, {}]);
    expect([several.status, (await json(several)).code]).toEqual([400, 'PGRST102']);
  });

  test('delete', async () => {
    const { data, status, count } = await service
      .from('todos')
      .delete({ count: 'exact' })
      .in('task', ['a', 'b'])
      .select('task')
      .order('task');
    expect([status, data, count]).toEqual([200, [{ task: 'a' }, { task: 'b' }], 2]);
    const silent = await send('DELETE', '/todos?task=eq.c', '', {});
    expect([silent.status, silent.headers.get('content-range')]).toEqual([204, '*/*']);
    expect(await rows()).toEqual([]);
  });

  test('every row at once is refused, and so is a limit', async () => {
    for (const write of [
      service.from('todos').update({ is_done: true }),
      service.from('todos').delete(),
    ]) {
      const { status, error } = await write;
      expect([status, error?.code]).toEqual([400, '21000']);
    }
    const limited = await send('DELETE', '/todos?id=gt.0&limit=1', '');
    expect([limited.status, (await json(limited)).code]).toEqual([400, 'PGRST127']);
    expect(await rows()).toHaveLength(3);
  });

  test('single() undoes a write that hit more or fewer rows', async () => {
    const many = await service
      .from('todos')
      .update({ is_done: true })
      .in('task', ['a', 'b'])
      .select()
      .single();
    expect([many.status, many.error?.code]).toEqual([406, 'PGRST116']);
    const none = await service.from('todos').delete().eq('task', 'q').select().single();
    expect(none.status).toBe(406);
    expect((await rows()).filter((row) => row.is_done)).toEqual([]);
  });

  test('max-affected undoes a write that hit too many rows', async () => {
    const many = await atMost(2, service.from('todos').update({ is_done: true }).gt('id', 0));
    expect([many.status, many.error?.code, many.error?.details]).toEqual([
      400,
      'PGRST124',
      'The query affects 3 rows',
    ]);
    expect((await rows()).filter((row) => row.is_done)).toEqual([]);
    const few = await atMost(1, service.from('todos').delete().eq('task', 'a'));
    expect(few.status).toBe(204);
  });

  test('a dry run', async () => {
    const { data } = await service
      .from('todos')
      .delete()
      .gt('id', 0)
      .select('task')
      .order('task')
      .rollback();
    expect(data).toHaveLength(3);
    expect(await rows()).toHaveLength(3);
  });

  test('what comes back of an update can be narrowed by its embeds', async () => {
    const { data } = await service
      .from('tasks')
      .update({ note: 'seen' })
      .gt('id', 1)
      .select('id, projects!inner(id)')
      .order('id');
    expect(data).toEqual([
      { id: 2, projects: { id: 1 } },
      { id: 3, projects: { id: 2 } },
    ]);
  });
});

describe('policies and grants', () => {
  test('a person sees and writes what is theirs', async () => {
    const own = await ada.from('todos').insert({ task: 'mine' }).select('task, owner').single();
    expect(own.data).toEqual({ task: 'mine', owner: 'ada@bank.test' });
    await service.from('todos').insert({ task: 'other', owner: 'bo@bank.test' });
    expect((await ada.from('todos').select('task')).data).toEqual([{ task: 'mine' }]);
    const foreign = await ada.from('todos').update({ is_done: true }).eq('task', 'other').select();
    expect([foreign.status, foreign.data]).toEqual([200, []]);
    const forged = await ada.from('todos').insert({ task: 'x', owner: 'bo@bank.test' });
    expect([forged.status, forged.error?.code]).toEqual([403, '42501']);
  });

  test('nobody is 401, with the scheme that would help', async () => {
    const answer = await host.raw('/todos', {
      method: 'POST',
      body: '{"task":"x"}',
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(answer.headers.get('proxy-status')).toBe('PostgREST; error=42501');
    expect(await answer.json()).toEqual({
      code: '42501',
      details: null,
      hint: null,
      message: 'new row violates row-level security policy for table "todos"',
    });
    const ungranted = await host.client().from('empty_rows').select();
    expect([ungranted.status, ungranted.error?.code]).toEqual([401, '42501']);
  });

  test('grants on columns hold', async () => {
    const anon = host.client();
    expect((await anon.from('secrets').select('id,open')).data).toEqual([{ id: 1, open: 'open' }]);
    expect((await anon.from('secrets').select('*')).error?.code).toBe('42501');
    expect((await anon.from('secrets').select('hidden')).error?.code).toBe('42501');
    expect((await anon.from('secrets').select('id').eq('hidden', 'x')).error?.code).toBe('42501');
    expect((await anon.from('secrets').insert({ id: 2, open: 'x' }).select('id')).data).toEqual([
      { id: 2 },
    ]);
    expect((await anon.from('secrets').insert({ id: 3, hidden: 'x' })).error?.code).toBe('42501');
  });

  test('tokens that do not hold', async () => {
    const expired = await host.raw('/todos', { headers: { authorization: 'Bearer expired' } });
    expect([expired.status, expired.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token", error_description="JWT expired"',
    ]);
    expect(await expired.json()).toEqual({
      code: 'PGRST303',
      details: null,
      hint: null,
      message: 'JWT expired',
    });
    const broken = await host.raw('/todos', { headers: { authorization: 'Bearer nonsense' } });
    expect([broken.status, (await json(broken)).code]).toEqual([401, 'PGRST301']);
  });

  test('a session that ended, an account that was disabled', async () => {
    const token = await host.tokenOf('gone@bank.test');
    await host.database.owner.query(
      "delete from auth.sessions where user_id = (select id from auth.users where email = 'gone@bank.test')",
    );
    const gone = await host.client(token).from('todos').select();
    expect([gone.status, gone.error?.code]).toEqual([401, 'PT401']);
    const banned = await host.tokenOf('banned@bank.test');
    await host.database.owner.query(
      "update auth.users set banned_until = now() + interval '1 day' where email = 'banned@bank.test'",
    );
    const refused = await host.client(banned).from('todos').select();
    expect([refused.status, refused.error?.code]).toEqual([403, 'PT403']);
  });
});
