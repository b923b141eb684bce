import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { json, SECRET, startRestHost } from './rest-host.fixture.ts';

const host = startBeforeTests(startRestHost);

const asService = { authorization: `Bearer ${SECRET}` };

describe('exchanges as a conforming server answers them', () => {
  test('one row that is not there', async () => {
    const answer = await host.raw('/tasks?select=id,title&id=eq.99', {
      headers: { accept: 'application/vnd.pgrst.object+json', 'accept-profile': 'public' },
    });
    expect([answer.status, answer.headers.get('proxy-status')]).toEqual([
      406,
      'PostgREST; error=PGRST116',
    ]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual({
      code: 'PGRST116',
      details: 'The result contains 0 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    });
  });

  test('a count by HEAD', async () => {
    const answer = await host.raw('/tasks?select=*', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-range')).toBe('0-3/4');
    expect(answer.headers.get('preference-applied')).toBe('count=exact');
    expect(await answer.text()).toBe('');
    const none = await host.raw('/tasks?id=eq.99', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    });
    expect(none.headers.get('content-range')).toBe('*/0');
  });

  test('compresses long answers for clients that accept it', async () => {
    const encodingOf = async (path: string, encoding: string) => {
      const answer = await host.raw(path, { headers: { 'accept-encoding': encoding } });
      return [answer.headers.get('content-encoding'), ((await answer.json()) as object[]).length];
    };
    const long = '/rpc/pairs?n=400';
    expect(await encodingOf(long, 'gzip, br')).toEqual(['gzip', 400]);
    for (const other of ['identity', 'br, gzip;q=0'])
      expect(await encodingOf(long, other)).toEqual([null, 400]);
    expect(await encodingOf('/tasks?select=id', 'gzip')).toEqual([null, 4]);
  });

  test('a part of a known whole', async () => {
    const answer = await host.raw('/tasks?select=*&offset=0&limit=2', {
      headers: { prefer: 'count=exact' },
    });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, '0-1/4']);
    const unknown = await host.raw('/tasks?select=*&offset=1&limit=2');
    expect([unknown.status, unknown.headers.get('content-range')]).toEqual([200, '1-2/*']);
    expect(unknown.headers.get('content-location')).toBe('/tasks?limit=2&offset=1&select=*');
  });

  test('an upsert', async () => {
    const upsert = () =>
      host.raw('/badges?columns="user_id","label"&on_conflict=user_id&select=*', {
        method: 'POST',
        headers: {
          ...asService,
          'content-type': 'application/json',
          'content-profile': 'public',
          prefer: 'resolution=merge-duplicates, return=representation',
        },
        body: '[{"user_id":4,"label":"x"}]',
      });
    const first = await upsert();
    expect([first.status, first.headers.get('content-range')]).toEqual([201, '*/*']);
    expect(first.headers.get('preference-applied')).toBe(
      'resolution=merge-duplicates, return=representation',
    );
    expect(await first.text()).toBe('[{"user_id":4,"label":"x"}]');
    expect((await upsert()).status).toBe(200);
    await host.database.owner.query('delete from public.badges where user_id = 4');
  });

  test('CORS headers stand on errors too', async () => {
    const answer = await host.raw('/nothing', { headers: { origin: 'https://app.example' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const preflight = await host.raw('/tasks', { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
  });
});

describe('hostile input is refused clearly', () => {
  const status = async (path: string, init?: RequestInit) => {
    const answer = await host.raw(path, init);
    const body = await json(answer);
    expect(body).toEqual({
      code: expect.any(String),
      message: expect.any(String),
      details: body.details,
      hint: body.hint,
    });
    return answer.status;
  };

  test('long and deep', async () => {
    expect(await status(`/users?name=eq.${'x'.repeat(100_000)}`)).toBe(414);
    expect(await status(`/users?or=(${'and('.repeat(60)}id.eq.1${')'.repeat(60)})`)).toBe(400);
    expect(await status(`/users?select=${'users('.repeat(60)}id${')'.repeat(60)}`)).toBe(400);
    expect(await status(`/users?select=${'users('.repeat(20)}id${')'.repeat(20)}`)).toBe(400);
    expect(await status(`/${'x'.repeat(1900)}`)).toBe(404);
    const many = await host.raw(`/users?id=in.(${Array(15_000).fill('1').join(',')})&select=id`);
    expect(await many.json()).toEqual([{ id: 1 }]);
    const filters = await host.raw(`/users?select=id&${Array(5000).fill('id=eq.1').join('&')}`);
    expect(await filters.json()).toEqual([{ id: 1 }]);
    expect(
      await status(
        `/users?select=${Array(60)
          .fill('projects!owner_id(id)')
          .map((one, at) => `a${at}:${one}`)
          .join(',')}`,
      ),
    ).toBe(400);
    expect(await status(`/users?select=profile${'->1'.repeat(10_000)}`)).toBe(400);
    expect(await status(`/users?profile${'->1'.repeat(10_000)}=eq.1`)).toBe(400);
    expect(await status(`/users?order=${Array(10_000).fill('id').join(',')}`)).toBe(400);
    const logic = await host.raw(`/users?select=id&or=(${Array(5000).fill('id.eq.1').join(',')})`);
    expect(await logic.json()).toEqual([{ id: 1 }]);
    expect(await status(`/users?select=${Array(3000).fill('id').join(',')}`)).toBe(400);
  });

  test('null characters and broken encodings', async () => {
    for (const query of [
      'name=eq.a%00b',
      'na%00me=eq.a',
      'select="a%00b":id',
      'order=%00',
      'name=eq.%FF%FE',
      'select=%C3%28',
    ]) {
      expect(await status(`/users?${query}`)).toBe(400);
    }
    const inBody = (body: string) =>
      status('/todos', {
        method: 'POST',
        headers: { ...asService, 'content-type': 'application/json' },
        body,
      });
    expect(await inBody('{"task":"a\\u0000b"}')).toBe(400);
    expect(await inBody('{"task":"a\0b"}')).toBe(400);
    expect(await inBody('{"task":"\\ud800"}')).toBe(400);
    expect(await inBody('{"task":'.repeat(50_000))).toBe(400);
    expect(await inBody(`{"task":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBe(400);
    const deepest = `${'['.repeat(490)}${']'.repeat(490)}`;
    const deep = await host.raw('/rpc/echo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: deepest,
    });
    expect(await deep.text()).toBe(deepest);
    expect(await status(`/users?profile=cs.${'['.repeat(30_000)}`)).toBe(400);
    expect(await status(`/users?tags=cs.${'{'.repeat(30_000)}`)).toBe(400);
    expect(await status('/users?select=id::regclass')).toBe(400);
    expect(await inBody(`{"task":"${'x'.repeat(1_100_000)}"}`)).toBe(413);
  });

  test('names that would be cut short', async () => {
    const long = 'x'.repeat(64);
    expect(await status(`/users?select=${long}:id`)).toBe(400);
    expect(await status(`/users?select=profile->>${long}`)).toBe(400);
    expect(await status(`/users?select=id,${long}:projects!owner_id(id)`)).toBe(400);
    const fits = await host.raw(`/users?select=${'é'.repeat(31)}:id&id=eq.1`);
    expect(await fits.json()).toEqual([{ ['é'.repeat(31)]: 1 }]);
  });

  test('quotes get nowhere', async () => {
    const probes = [
      "'; drop table public.users; --",
      '"; drop table public.users; --',
      "\\'; select pg_sleep(9) --",
      '$1',
      '$$',
      "E'\\x27'",
      '") from public.secrets --',
      '%s',
      '/*',
      '--',
      '1::text',
      "')or('1'='1",
    ];
    for (const probe of probes) {
      const text = encodeURIComponent(probe);
      const quoted = encodeURIComponent(`"${probe.replace(/["\\]/g, '\\$&')}"`);
      const answer = await host.raw(`/users?select=id&name=eq.${text}`);
      expect([answer.status, await answer.json()]).toEqual([200, []]);
      const listed = await host.raw(`/users?select=id&name=in.(${quoted},x)`);
      expect([listed.status, await listed.json()]).toEqual([200, []]);
      const path = await host.raw(`/users?select=v:profile->>${quoted}&id=eq.1`);
      expect([path.status, await path.json()]).toEqual([200, [{ v: null }]]);
      const alias = await host.raw(`/users?select=${quoted}:id&id=eq.1`);
      expect([alias.status, await alias.json()]).toEqual([200, [{ [probe]: 1 }]]);
      expect(await status(`/users?select=${quoted}`)).toBe(400);
      expect(await status(`/users?order=${quoted}`)).toBe(400);
      expect(await status(`/users?select=id::${text}`)).toBe(400);
      expect(await status(`/${text.replaceAll('%2F', '/')}`)).toBe(404);
      expect(await status(`/rpc/${text.replaceAll('%2F', '%20')}`, { method: 'POST' })).toBe(404);
      const config = await host.raw(`/projects?select=id&search=fts(${text}).x`);
      expect(config.status).toBe(400);
    }
    const answer = await host.raw('/users?select=id');
    expect(((await answer.json()) as unknown[]).length).toBe(4);
  });

  test('any value comes back as it went in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\0')),
        async (text) => {
          const written = await host.raw('/todos?select=task,v:task', {
            method: 'POST',
            headers: {
              ...asService,
              'content-type': 'application/json',
              prefer: 'return=representation, tx=rollback',
            },
            body: JSON.stringify({ task: text }),
          });
          expect(await written.json()).toEqual([{ task: text, v: text }]);
          const call = await host.raw(`/rpc/undecided_text?a=${encodeURIComponent(text)}`);
          expect(call.status).toBe(404);
          const filtered = await host.raw(
            `/users?select=id&or=(name.eq.${encodeURIComponent(`"${text.replace(/["\\]/g, '\\$&')}"`)},id.eq.1)`,
          );
          expect(await filtered.json()).toEqual([{ id: 1 }]);
        },
      ),
      { numRuns: process.env.TEST_LONG ? 500 : 25 },
    );
  });

  test('random bytes in any header or path never give a 500', async () => {
    for (let run = 0; run < 30; run++) {
      const noise = randomBytes(20)
        .toString('latin1')
        .replace(/[\0\r\n]/g, '?');
      const answer = await host.raw(
        `/users?select=id&${encodeURIComponent(noise)}=${encodeURIComponent(noise)}`,
        {
          headers: {
            prefer: noise.replace(/[^\x20-\x7e]/g, '~'),
            range: noise.replace(/[^\x20-\x7e]/g, '~'),
          },
        },
      );
      expect(answer.status).toBeLessThan(500);
    }
  });
});

test('a dry run is refused where it would not be dry', async () => {
  const strict = await startRestHost({ allowRollback: false });
  try {
    const { status, error } = await strict
      .client(SECRET)
      .from('todos')
      .delete()
      .gt('id', 0)
      .rollback();
    expect([status, error?.code]).toEqual([400, 'PGRST122']);
  } finally {
    await strict.close();
  }
});

test('a limit of the host shows in the status; aggregates where they are allowed', async () => {
  const limited = await startRestHost({ maxRows: 2, aggregates: true });
  try {
    const db = limited.client();
    const cut = await db.from('users').select('id');
    expect([cut.status, cut.data?.length]).toEqual([206, 2]);
    const answer = await db.from('users').select('id').limit(1);
    expect([answer.status, answer.data?.length]).toEqual([200, 1]);
    const counted = await db.from('users').select('id', { count: 'exact' });
    expect([counted.status, counted.count]).toEqual([206, 4]);
    const call = await db.rpc('ages');
    expect(call.data).toHaveLength(2);
    const { data } = await db
      .from('tasks')
      .select('project_id, hours.sum(), n:count(), longest:hours.max()::text')
      .order('project_id');
    expect(data).toEqual([
      { project_id: 1, sum: 13, n: 2, longest: '8' },
      { project_id: 2, sum: 3, n: 1, longest: '3' },
    ]);
    const inEmbed = await db.from('projects').select('id, tasks(hours.sum())').eq('id', 1);
    expect(inEmbed.data).toEqual([{ id: 1, tasks: [{ sum: 13 }] }]);
    const spread = await db.from('projects').select('id, ...tasks(hours.sum())');
    expect([spread.status, spread.error?.code]).toEqual([400, 'PGRST127']);
    const total = await db.from('tasks').select('count()');
    expect(total.data).toEqual([{ count: 4 }]);
  } finally {
    await limited.close();
  }
});
