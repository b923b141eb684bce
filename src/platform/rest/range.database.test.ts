import { describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { inRoles } from '../../../test/support/test-database.ts';
import { json, startRestHost } from './rest-host.fixture.ts';

const host = startBeforeTests(startRestHost);

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
    const { data } = await host.db.from('users').select('id').order('id').range(1, 2);
    expect(data).toEqual([{ id: 2 }, { id: 3 }]);
    const ranged = await host.raw('/users?select=id&order=id', { headers: { range: '2-9' } });
    expect([ranged.status, ranged.headers.get('content-range')]).toEqual([200, '2-3/*']);
    expect(await json(ranged)).toEqual([{ id: 3 }, { id: 4 }]);
    const none = await host.db.from('users').select('id').limit(0);
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
    const all = await host.db.from('users').select('id', { count: 'exact' });
    expect([all.status, all.count, all.data?.length]).toEqual([200, 4, 4]);
    const part = await host.db.from('users').select('id', { count: 'exact' }).limit(2);
    expect([part.status, part.count, part.data?.length]).toEqual([206, 4, 2]);
    const head = await host.db
      .from('users')
      .select('*', { count: 'exact', head: true })
      .gt('id', 2);
    expect([head.status, head.count, head.data]).toEqual([200, 2, null]);
    const planned = await host.db.from('users').select('id', { count: 'planned' });
    expect(planned.count).toBeGreaterThan(0);
    const estimated = await host.db.from('users').select('id', { count: 'estimated' }).limit(1);
    expect([estimated.status, estimated.count]).toEqual([206, 4]);
    const beyond = await host.db.from('users').select('id', { count: 'exact' }).range(9, 10);
    expect(beyond.status).toBe(416);
    expect(beyond.error).toMatchObject({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 9 was requested, but there are only 4 rows.',
    });
    const empty = await host.raw('/users?id=eq.99', { headers: { prefer: 'count=exact' } });
    expect([empty.status, empty.headers.get('content-range')]).toEqual([200, '*/0']);
  });

  test('estimates are exact up to 1,000,000 rows, then have no total, and count no row of others', async () => {
    await host.database.owner.query(
      inRoles(`create table public.many as select g as id from generate_series(1, 1000001) g;
        grant select on public.many to :anon;
        create table public.closed as select g as id from generate_series(1, 500) g;
        alter table public.closed enable row level security;
        create policy own on public.closed to :anon using (id <= 2);
        grant select on public.closed to :anon;
        analyze public.many, public.closed`),
    );
    await host.database.owner.query("notify pgrst, 'reload schema'");
    await expect
      .poll(async () => (await host.db.from('closed').select('id').limit(1)).status)
      .toBe(200);
    const range = async (path: string, count: string) => {
      const headers = { prefer: `count=${count}` };
      return (await host.raw(path, { method: 'HEAD', headers })).headers.get('content-range');
    };
    for (const count of ['planned', 'estimated']) {
      expect(await range('/many?limit=1', count)).toBe('0-0/*');
      expect(await range('/many?limit=1&id=lte.1000000', count)).toBe('0-0/1000000');
      expect(await range('/closed?limit=1', count)).toBe('0-0/2');
      expect(await range('/closed?limit=1&id=gt.2', count)).toBe('*/0');
    }
  });
});
