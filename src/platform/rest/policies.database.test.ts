import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { type AnyClient, json, SECRET, startRestHost } from './rest-host.fixture.ts';

const host = startBeforeTests(startRestHost);
let service: AnyClient;
let ada: AnyClient;
beforeAll(async () => {
  service = host.client(SECRET);
  ada = host.client(await host.tokenOf('ada@bank.test'));
});
beforeEach(() => host.database.owner.query('truncate public.todos restart identity'));

describe('policies and grants', () => {
  test('a person reads and writes only their own rows', async () => {
    const own = await ada.from('todos').insert({ task: 'mine' }).select('task, owner').single();
    expect(own.data).toEqual({ task: 'mine', owner: 'ada@bank.test' });
    await service.from('todos').insert({ task: 'other', owner: 'bo@bank.test' });
    expect((await ada.from('todos').select('task')).data).toEqual([{ task: 'mine' }]);
    const foreign = await ada.from('todos').update({ is_done: true }).eq('task', 'other').select();
    expect([foreign.status, foreign.data]).toEqual([200, []]);
    const forged = await ada.from('todos').insert({ task: 'x', owner: 'bo@bank.test' });
    expect([forged.status, forged.error?.code]).toEqual([403, '42501']);
  });

  test('an anonymous caller gets 401 with the accepted scheme', async () => {
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

  test.each([
    ['ended', 'delete from auth.sessions where user_id = $1', 401],
    ['banned', "update auth.users set banned_until = now() + interval '1 day' where id = $1", 403],
  ])(
    'a prepared read, JSON or CSV, is refused at once after the caller was %s',
    async (how, end, status) => {
      const email = `${how}@now.test`;
      const token = await host.tokenOf(email);
      await service.from('todos').insert([
        { task: 'own', owner: email },
        { task: 'other', owner: 'ada@bank.test' },
      ]);
      const read = async (bearer: string, accept: string) => {
        const headers = { authorization: `Bearer ${bearer}`, accept };
        const answer = await host.raw('/todos?select=task', { headers });
        return [answer.status, (await answer.text()).replace(/^\{"code".*/s, 'refused')];
      };
      const forms = ['application/json', 'text/csv'];
      const rows = (task: string) => [`[{"task":"${task}"}]`, `task\n${task}`];
      for (let i = 0; i < 8; i++) {
        const seen = await Promise.all(forms.map((form) => read(token, form)));
        expect(seen).toEqual(rows('own').map((body) => [200, body]));
      }
      await host.database.owner.query(end, [token.split('.')[1]]);
      const refused = await Promise.all([...forms, ...forms].map((form) => read(token, form)));
      expect(refused).toEqual(refused.map(() => [status, 'refused']));
      // Connections of refused reads serve other callers under their own policies.
      const adas = await host.tokenOf(`ada-${how}@bank.test`);
      const others = await Promise.all(forms.map((form) => read(adas, form)));
      expect(others).toEqual([
        [200, '[]'],
        [200, 'task'],
      ]);
    },
  );
});
