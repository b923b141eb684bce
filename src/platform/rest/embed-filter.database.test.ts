import { describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { startRestHost } from './rest-host.fixture.ts';

const host = startBeforeTests(startRestHost);

describe('filters on embeds', () => {
  test('a filter on an embed leaves the parents', async () => {
    const { data } = await host.db
      .from('projects')
      .select('id, tasks(id)')
      .gt('tasks.hours', 4)
      .order('id');
    expect(data).toEqual([
      { id: 1, tasks: expect.arrayContaining([{ id: 1 }, { id: 2 }]) },
      { id: 2, tasks: [] },
      { id: 3, tasks: [] },
    ]);
  });

  test('inner joins filter the parents, and the count knows it', async () => {
    const { data, count, error } = await host.db
      .from('projects')
      .select('id, tasks!inner(id)', { count: 'exact' })
      .gt('tasks.hours', 6);
    expect(error).toBeNull();
    expect([data, count]).toEqual([[{ id: 1, tasks: [{ id: 2 }] }], 1]);
    const deep = await host.db
      .from('users')
      .select('id, projects!owner_id!inner(tasks!inner(id))', { count: 'exact', head: true })
      .eq('projects.tasks.id', 3);
    expect(deep.count).toBe(1);
    const many = await host.db
      .from('users')
      .select('name, tasks!inner(title)', { count: 'exact' })
      .eq('tasks.title', 'Label');
    expect([many.data, many.count]).toEqual([[{ name: 'Bo', tasks: [{ title: 'Label' }] }], 1]);
  });

  test('rows with and without related ones', async () => {
    const without = await host.db
      .from('projects')
      .select('id, tasks()', { count: 'exact' })
      .is('tasks', null);
    expect([without.data, without.count]).toEqual([[{ id: 3 }], 1]);
    const having = await host.db
      .from('tasks')
      .select('id, projects()', { count: 'exact' })
      .not('projects', 'is', null)
      .order('id');
    expect([having.data, having.count]).toEqual([[{ id: 1 }, { id: 2 }, { id: 3 }], 3]);
    expect(
      await host.get(
        '/projects?select=id,tasks(id),users!reviewer_id(id)&or=(tasks.is.null,users.is.null)&order=id',
      ),
    ).toEqual([
      { id: 2, tasks: [{ id: 3 }], users: null },
      { id: 3, tasks: [], users: { id: 1 } },
    ]);
    const wrong = await host.refusal('/projects?select=id,tasks(id)&tasks=eq.1');
    expect([wrong.status, wrong.code]).toEqual([400, 'PGRST120']);
  });

  test('or on an embed, limit and offset on an embed', async () => {
    const { data } = await host.db
      .from('projects')
      .select('id, tasks(id)')
      .or('title.eq.Label,hours.eq.3', { referencedTable: 'tasks' })
      .order('id');
    expect(data).toEqual([
      { id: 1, tasks: [{ id: 2 }] },
      { id: 2, tasks: [{ id: 3 }] },
      { id: 3, tasks: [] },
    ]);
    expect(
      await host.get(
        '/projects?select=id,tasks(id)&tasks.order=id&tasks.limit=1&tasks.offset=1&order=id',
      ),
    ).toEqual([
      { id: 1, tasks: [{ id: 2 }] },
      { id: 2, tasks: [] },
      { id: 3, tasks: [] },
    ]);
  });

  test('order by a column of a to-one embed', async () => {
    expect(
      await host.get(
        '/projects?select=id,reviewer:users!reviewer_id(name)&order=reviewer(age).desc.nullslast',
      ),
    ).toEqual([
      { id: 3, reviewer: { name: 'Ada' } },
      { id: 1, reviewer: { name: 'Bo' } },
      { id: 2, reviewer: null },
    ]);
    const { data } = await host.db
      .from('tasks')
      .select('id, projects(title)')
      .order('projects(title)', { ascending: false })
      .order('id');
    expect(data?.map(({ id }) => id)).toEqual([4, 3, 1, 2]);
    const many = await host.refusal('/projects?select=id,tasks(id)&order=tasks(id)');
    expect([many.status, many.code]).toEqual([400, 'PGRST118']);
  });
});
