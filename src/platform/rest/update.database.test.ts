import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { type AnyClient, json, SECRET, startRestHost } from './rest-host.fixture.ts';

const host = startBeforeTests(startRestHost);
let service: AnyClient;
beforeAll(async () => {
  service = host.client(SECRET);
});
beforeEach(() => host.database.owner.query('truncate public.todos restart identity'));

type Answered = PromiseLike<{ status: number; error: { code: string; details: string } | null }>;

/** Calls `maxAffected`, which the client's types have only with a generated PostgREST version. */
const atMost = (count: number, builder: unknown): Answered =>
  (builder as { maxAffected: (count: number) => Answered }).maxAffected(count);

const rows = async () =>
  (await host.database.owner.query('select id::int, task, is_done from public.todos order by id'))
    .rows;

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
    const answer = await host.send('PATCH', '/todos?task=eq.a', { is_done: false });
    expect(answer.headers.get('content-range')).toBe('0-0/*');
    const none = await host.send(
      'PATCH',
      '/todos?task=eq.q',
      {},
      { prefer: 'return=representation' },
    );
    expect([none.status, await none.json(), none.headers.get('content-range')]).toEqual([
      200,
      [],
      '*/*',
    ]);
    const several = await host.send('PATCH', '/todos?task=eq.q', [{}, {}]);
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
    const silent = await host.send('DELETE', '/todos?task=eq.c', '', {});
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
    const limited = await host.send('DELETE', '/todos?id=gt.0&limit=1', '');
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
