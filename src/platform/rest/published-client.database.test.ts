import { describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { json, startRestHost } from './rest-host.fixture.ts';

const host = startBeforeTests(startRestHost);

const ids = async (path: string, range: string) => {
  const answer = await host.raw(path, { headers: { range } });
  const body = (await answer.json()) as { id: number }[] | { code: string };
  const result = Array.isArray(body) ? body.map(({ id }) => id).join('') : body.code;
  return [answer.status, answer.headers.get('content-range'), result];
};

describe('Range beside limit and offset: the rows that both name, as PostgREST 14 answers', () => {
  test.each([
    ['/users?select=id&order=id&offset=1', '0-2', [200, '1-2/*', '23']],
    ['/users?select=id&order=id&limit=3', '0-0', [200, '0-0/*', '1']],
    ['/users?select=id&order=id&limit=2&offset=1', '2-9', [200, '2-2/*', '3']],
    ['/users?select=id&order=id&limit=2', '1-', [200, '1-1/*', '2']],
    ['/users?select=id&order=id&limit=1', '2-3', [416, null, 'PGRST103']],
  ])('%s with %s', async (path, range, expected) => {
    expect(await ids(path, range)).toEqual(expected);
  });
});

test('an offset beyond the total is refused with the total', async () => {
  const answer = await host.raw('/users?select=id&offset=9', {
    headers: { prefer: 'count=exact' },
  });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, '*/4']);
});

test('blanks stand anywhere in nested logic', async () => {
  const logic = '( and ( id.gte.2 , id.lte.3 ) , or( id.eq.4 ) )';
  const answer = await host.raw(`/users?select=id&order=id&or=${encodeURIComponent(logic)}`);
  expect([answer.status, await answer.json()]).toEqual([200, [{ id: 2 }, { id: 3 }, { id: 4 }]]);
});

test('related rows and rows are counted, though aggregates are off', async () => {
  expect((await host.db.from('users').select('count').gt('id', 1)).data).toEqual([{ count: 3 }]);
  const { data, error } = await host.db.from('projects').select('id, tasks(count)').order('id');
  expect(error).toBeNull();
  const { data: all } = await host.db.from('projects').select('id, tasks(id)').order('id');
  expect(all?.some(({ tasks }) => tasks.length > 1)).toBe(true);
  expect(data).toEqual(
    (all ?? []).map(({ id, tasks }) => ({ id, tasks: [{ count: tasks.length }] })),
  );
  expect((await host.db.from('users').select('id, count')).error?.code).toBe('PGRST123');
  expect((await host.db.from('users').select('age.sum()')).error?.code).toBe('PGRST123');
});

test('the address may contain the publishable key, and no other', async () => {
  const ask = (key: string) => host.raw(`/users?select=id&apikey=${key}`);
  expect((await ask('sb_publishable_test')).status).toBe(200);
  const secret = await ask('sb_secret_test');
  expect([secret.status, (await json(secret)).message]).toEqual([
    401,
    'The apikey parameter accepts only the publishable key',
  ]);
});

test('an unknown API key is refused, in place of no rows', async () => {
  for (const headers of [{ authorization: 'Bearer sbx_abc' }, { apikey: 'sbx_abc' }] as const) {
    const answer = await host.raw('/users?select=id', { headers });
    expect([answer.status, (await json(answer)).message]).toEqual([401, 'Invalid API key']);
  }
});
