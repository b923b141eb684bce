import { describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { inRoles } from '../../../test/support/test-database.ts';
import { json, SECRET, startRestHost } from './rest-host.fixture.ts';

const host = startBeforeTests(startRestHost);

describe('what functions return', () => {
  test('a scalar, bare', async () => {
    expect((await host.db.rpc('add', { a: 1, b: 2 })).data).toBe(3);
    expect((await host.db.rpc('add', { a: 1 })).data).toBe(11);
    expect((await host.db.rpc('add', { a: 1, b: null })).data).toBeNull();
    expect((await host.db.rpc('add', { a: 1 }, { get: true })).data).toBe(11);
  });

  test('nothing', async () => {
    const { data, status, error } = await host.db.rpc('nobody');
    expect([data, status, error]).toEqual([null, 204, null]);
  });

  test('rows of a table, which embed, filter, order and count', async () => {
    const { data, count, error } = await host.db
      .rpc('all_users', {}, { count: 'exact' })
      .select('name, greeting, badges(label), boss(name)')
      .gt('id', 1)
      .order('id')
      .limit(2);
    expect(error).toBeNull();
    expect([data, count]).toEqual([
      [
        { name: 'Bo', greeting: 'Hello Bo', badges: { label: 'tin' }, boss: { name: 'Ada' } },
        { name: 'Cy', greeting: 'Hello Cy', badges: null, boss: { name: 'Ada' } },
      ],
      3,
    ]);
    const head = await host.db.rpc('all_users', {}, { head: true, count: 'exact' });
    expect([head.data, head.count]).toEqual([null, 4]);
    const one = await host.db.rpc('all_users').eq('id', 1).select('id').single();
    expect(one.data).toEqual({ id: 1 });
    const none = await host.db.rpc('all_users').eq('id', 99).single();
    expect(none.status).toBe(406);
  });

  test('one row, a set of scalars, a table of its own columns', async () => {
    expect((await host.db.rpc('one_user', { wanted: 2 }).select('id,name')).data).toEqual({
      id: 2,
      name: 'Bo',
    });
    expect((await host.db.rpc('ages')).data).toEqual([36, 20, null, 51]);
    const pairs = await host.db
      .rpc('pairs', { n: 4 })
      .select('square')
      .gt('i', 2)
      .order('i', { ascending: false });
    expect(pairs.data).toEqual([{ square: 16 }, { square: 9 }]);
    expect((await host.db.rpc('pairs', { n: 2 }).csv()).data).toBe('i,square\n1,1\n2,4');
    const wrong = await host.db.rpc('pairs', { n: 4 }).select('cube');
    expect([wrong.status, wrong.error?.code]).toEqual([400, '42703']);
  });
});

describe('arguments', () => {
  test('by GET, arrays and variadic ones included', async () => {
    expect((await host.db.rpc('total', { numbers: [1, 2, 3] }, { get: true })).data).toBe(6);
    expect((await host.db.rpc('total', { numbers: [1, 2, 3] })).data).toBe(6);
    const repeated = await host.raw('/rpc/total?numbers=4&numbers=5');
    expect(await repeated.json()).toBe(9);
    const filtered = await host.raw('/rpc/pairs?n=5&i=eq.4&select=square');
    expect(await filtered.json()).toEqual([{ square: 16 }]);
  });

  test('a body for the one unnamed argument', async () => {
    expect((await host.db.rpc('echo', { any: ['thing', 1] })).data).toEqual({ any: ['thing', 1] });
  });

  test('overloads are distinguished by the names given', async () => {
    expect((await host.db.rpc('overloaded', { a: 1 })).data).toBe('one');
    expect((await host.db.rpc('overloaded', { a: 1, b: 2 })).data).toBe('two');
    const either = await host.db.rpc('undecided', { a: 1 });
    expect([either.status, either.error?.code]).toEqual([300, 'PGRST203']);
    expect(either.error?.message).toBe(
      'Could not choose the best candidate function between: public.undecided(a => integer), public.undecided(a => text)',
    );
  });

  test('no such function', async () => {
    const nope = await host.raw('/rpc/nope', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(nope.status).toBe(404);
    expect(await nope.json()).toEqual({
      code: 'PGRST202',
      details:
        'Searched for the function public.nope without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: null,
      message: 'Could not find the function public.nope without parameters in the schema cache',
    });
    const named = await host.db.rpc('all_user', {});
    expect(named.error?.hint).toBe('Perhaps you meant to call the function public.all_users');
    const misnamed = await host.db.rpc('add', { a: 1, c: 2 });
    expect(misnamed.error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.add(a, c) in the schema cache',
      hint: 'Perhaps you meant to call the function public.add(a, b)',
    });
    const wrong = await host.db.rpc('add', { a: 'x' });
    expect([wrong.status, wrong.error?.code]).toEqual([400, '22P02']);
    const method = await host.raw('/rpc/add?a=1', { method: 'DELETE' });
    expect([method.status, (await json(method)).code]).toEqual([405, 'PGRST101']);
    const denied = await host.db.rpc('hidden_function');
    expect([denied.status, denied.error?.code]).toEqual([401, '42501']);
  });
});

describe('transactions', () => {
  test('GET and functions that promise not to write run read-only', async () => {
    const stable = await host.client(SECRET).rpc('scribble');
    expect([stable.status, stable.error?.code]).toEqual([400, '0A000']);
    const byGet = await host.client(SECRET).rpc('add_row', { id: 5 }, { get: true });
    expect([byGet.status, byGet.error?.code]).toEqual([405, '25006']);
    const byPost = await host.client(SECRET).rpc('add_row', { id: 5 });
    expect([byPost.status, byPost.data]).toEqual([200, [{ id: 5 }]]);
  });

  test('functions choose their errors and headers', async () => {
    const teapot = await host.db.rpc('teapot');
    expect([teapot.status, teapot.error]).toEqual([
      418,
      expect.objectContaining({
        code: 'PT418',
        message: 'short and stout',
        details: 'd',
        hint: 'h',
      }),
    ]);
    const chosen = await host.raw('/rpc/chosen_error', { method: 'POST' });
    expect([chosen.status, chosen.headers.get('x-powered-by')]).toEqual([402, 'coffee']);
    expect(await chosen.json()).toEqual({
      code: '123',
      message: 'Payment required',
      details: 'Quota exceeded',
      hint: 'Upgrade',
    });
    const headers = await host.raw('/rpc/chosen_headers', { method: 'POST' });
    expect([
      headers.status,
      headers.headers.get('x-test'),
      headers.headers.get('set-cookie'),
    ]).toEqual([202, 'yes', 'a=b']);
    expect(await headers.json()).toBe(7);
  });

  test('functions know of the request, without its credentials', async () => {
    const answer = await host.raw('/rpc/facts', {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}`, 'x-mine': 'é' },
    });
    const facts = await json(answer);
    expect(facts).toMatchObject({
      method: 'POST',
      path: '/rpc/facts',
      role: inRoles(':service_role'),
    });
    expect(JSON.stringify(facts)).not.toContain(SECRET);
  });
});

test('a statement that takes too long is ended', async () => {
  const hasty = await startRestHost({ statementTimeoutSeconds: 1 });
  try {
    const { status, error } = await hasty.client().rpc('slow');
    expect([status, error?.code]).toEqual([400, '57014']);
  } finally {
    await hasty.close();
  }
});
