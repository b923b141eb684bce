import { describe, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { startRestHost } from './rest-host.fixture.ts';

const host = startBeforeTests(startRestHost);

describe('kinds of relationship', () => {
  test('many to one, by table, column, constraint and hint', async () => {
    const expected = [{ id: 1, who: { name: 'Bo' } }];
    for (const target of [
      'users!reviewer_id',
      'users!projects_reviewer',
      'reviewer_id',
      'projects_reviewer',
    ]) {
      expect(await host.get(`/projects?select=id,who:${target}(name)&id=eq.1`)).toEqual(expected);
    }
    const { data } = await host.db.from('tasks').select('title, projects(title)').order('id');
    expect(data?.at(0)).toEqual({ title: 'Collect', projects: { title: 'Fraud detection' } });
    expect(data?.at(3)).toEqual({ title: 'Orphan', projects: null });
  });

  test('one to many', async () => {
    const { data, error } = await host.db
      .from('projects')
      .select('id, tasks(id, title)')
      .order('id')
      .order('id', { referencedTable: 'tasks', ascending: false });
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        id: 1,
        tasks: [
          { id: 2, title: 'Label' },
          { id: 1, title: 'Collect' },
        ],
      },
      { id: 2, tasks: [{ id: 3, title: 'Design' }] },
      { id: 3, tasks: [] },
    ]);
  });

  test('one to one', async () => {
    expect(await host.get('/users?select=id,badges(label)&order=id&limit=3')).toEqual([
      { id: 1, badges: { label: 'gold' } },
      { id: 2, badges: { label: 'tin' } },
      { id: 3, badges: null },
    ]);
  });

  test('many to many through a junction', async () => {
    expect(await host.get('/tasks?select=id,users(name)&order=id&users.order=name')).toEqual([
      { id: 1, users: [{ name: 'Ada' }, { name: 'Bo' }] },
      { id: 2, users: [{ name: 'Bo' }] },
      { id: 3, users: [{ name: 'Ada' }] },
      { id: 4, users: [] },
    ]);
    expect(await host.get('/users?select=tasks!task_users(id)&id=eq.2&tasks.order=id')).toEqual([
      { tasks: [{ id: 1 }, { id: 2 }] },
    ]);
  });

  test('a table that points to itself', async () => {
    expect(await host.get('/users?select=name,manager_id(name)&id=eq.2')).toEqual([
      { name: 'Bo', manager_id: { name: 'Ada' } },
    ]);
    expect(await host.get('/users?select=name,staff:users(name)&id=eq.1&staff.order=name')).toEqual(
      [{ name: 'Ada', staff: [{ name: 'Bo' }, { name: 'Cy' }] }],
    );
  });

  test('functions that give related rows', async () => {
    expect(await host.get('/users?select=id,boss(name),peers(id)&id=in.(2,4)&order=id')).toEqual([
      { id: 2, boss: { name: 'Ada' }, peers: [{ id: 3 }] },
      { id: 4, boss: { name: 'Bo' }, peers: [] },
    ]);
  });

  test('views take part with the columns they show', async () => {
    expect(
      await host.get('/busy_users?select=userId,projects!owner_id(title)&order=userId'),
    ).toEqual([
      { userId: 2, projects: [{ title: 'Ledger audit' }] },
      { userId: 3, projects: [] },
    ]);
    expect(
      await host.get('/project_titles?select=title,n,users(name),tasks(id)&id=eq.1&tasks.order=id'),
    ).toEqual([
      { title: 'Fraud detection', n: 2, users: { name: 'Ada' }, tasks: [{ id: 1 }, { id: 2 }] },
    ]);
  });
});

describe('shape', () => {
  test('deep, with aliases', async () => {
    const { data, error } = await host.db
      .from('users')
      .select('name, led:projects!owner_id(title, work:tasks(title, helpers:users(name)))')
      .eq('id', 1)
      .order('id', { referencedTable: 'led' })
      .order('id', { referencedTable: 'led.work' })
      .order('name', { referencedTable: 'led.work.helpers' });
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        name: 'Ada',
        led: [
          {
            title: 'Fraud detection',
            work: [
              { title: 'Collect', helpers: [{ name: 'Ada' }, { name: 'Bo' }] },
              { title: 'Label', helpers: [{ name: 'Bo' }] },
            ],
          },
          {
            title: 'Synthetic ledger',
            work: [{ title: 'Design', helpers: [{ name: 'Ada' }] }],
          },
        ],
      },
    ]);
  });

  test('the same relation twice', async () => {
    expect(
      await host.get(
        '/projects?select=id,owner:users!owner_id(name),reviewer:users!reviewer_id(name)&order=id&limit=1',
      ),
    ).toEqual([{ id: 1, owner: { name: 'Ada' }, reviewer: { name: 'Bo' } }]);
    const filtered = await host.refusal(
      '/projects?select=id,owner:users!owner_id(name),reviewer:users!reviewer_id(name)&users.id=eq.1',
    );
    expect([filtered.status, filtered.code]).toEqual([400, 'PGRST108']);
  });

  test('an ambiguous filter is refused', async () => {
    const spread = '...users!owner_id(a:name),...users!reviewer_id(b:name)';
    expect(await host.get(`/projects?select=id,${spread}&id=eq.1`)).toEqual([
      { id: 1, a: 'Ada', b: 'Bo' },
    ]);
    const either = await host.refusal(`/projects?select=id,${spread}&users.id=eq.1`);
    expect([either.status, either.code]).toEqual([400, 'PGRST108']);
    const twice = await host.refusal('/projects?select=users!owner_id(id),users!reviewer_id(id)');
    expect([twice.status, twice.code]).toEqual([400, 'PGRST100']);
    expect(
      await host.get(
        '/projects?select=id,users:users!owner_id(id),other:users!reviewer_id(id)&users.id=eq.9&id=eq.1',
      ),
    ).toEqual([{ id: 1, users: null, other: { id: 2 } }]);
  });

  test('spread of one and of many', async () => {
    expect(
      await host.get(
        '/tasks?select=id,...projects(project:title,...users!owner_id(name))&order=id',
      ),
    ).toEqual([
      { id: 1, project: 'Fraud detection', name: 'Ada' },
      { id: 2, project: 'Fraud detection', name: 'Ada' },
      { id: 3, project: 'Synthetic ledger', name: 'Ada' },
      { id: 4, project: null, name: null },
    ]);
    expect(
      await host.get('/projects?select=id,...tasks(task:title,hours)&order=id&tasks.order=id'),
    ).toEqual([
      { id: 1, task: ['Collect', 'Label'], hours: [5, 8] },
      { id: 2, task: ['Design'], hours: [3] },
      { id: 3, task: [], hours: [] },
    ]);
  });

  test('an embed without columns only filters', async () => {
    expect(await host.get('/projects?select=id,tasks!inner()&tasks.hours=gt.4&order=id')).toEqual([
      { id: 1 },
    ]);
    expect(await host.get('/tasks?select=id,projects!inner()&projects.id=eq.2')).toEqual([
      { id: 3 },
    ]);
  });
});

describe('refusals', () => {
  test('no relationship, with what may have been meant', async () => {
    expect(await host.refusal('/projects?select=id,task(id)')).toEqual({
      status: 400,
      code: 'PGRST200',
      message: "Could not find a relationship between 'projects' and 'task' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'projects' and 'task' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'tasks' instead of 'task'.",
    });
  });

  test('more than one relationship', async () => {
    const { status, code, details, hint } = await host.refusal('/projects?select=id,users(id)');
    expect([status, code]).toEqual([300, 'PGRST201']);
    expect(details).toEqual([
      {
        cardinality: 'many-to-one',
        embedding: 'projects with users',
        relationship: 'projects_owner_id_fkey using projects(owner_id) and users(id)',
      },
      {
        cardinality: 'many-to-one',
        embedding: 'projects with users',
        relationship: 'projects_reviewer using projects(reviewer_id) and users(id)',
      },
    ]);
    expect(hint).toBe(
      "Try changing 'users' to one of the following: 'users!projects_owner_id_fkey', 'users!projects_reviewer'. Find the desired relationship in the 'details' key.",
    );
  });

  test('refuses a filter, an order or a limit on a relation that is not embedded', async () => {
    for (const parameter of [
      'tasks.id=eq.1',
      'tasks.order=id',
      'tasks.limit=1',
      'tasks.or=(id.eq.1)',
    ]) {
      const { status, code } = await host.refusal(`/projects?select=id&${parameter}`);
      expect([status, code]).toEqual([400, 'PGRST108']);
    }
  });
});
