import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inRoles } from '../../../test/support/test-database.ts';
import { type RestHost, startRestHost } from './rest-host.fixture.ts';

let host: RestHost;

beforeAll(async () => {
  host = await startRestHost({ maxBytes: 1024 * 1024 });
  await host.database.owner.query(
    inRoles(`create table public.shelves (id int primary key);
      create table public.books (id int primary key, shelf_id int references public.shelves, words text);
      insert into public.shelves select generate_series(1, 3);
      insert into public.books select g, 1 + g % 2, repeat('a', 10000) from generate_series(1, 150) g;
      create function public.words(n int) returns text language sql as $$ select repeat('a', n) $$;
      create function public.all_books() returns setof public.books language sql stable
        as $$ select * from public.books $$;
      grant execute on function public.words(int), public.all_books() to :anon;
      grant all on public.shelves, public.books to :anon, :service_role`),
  );
  await host.database.owner.query("notify pgrst, 'reload schema'");
  await vi.waitUntil(async () => (await host.raw('/shelves')).ok);
});
afterAll(() => host?.close());

const TOO_LARGE = { status: 413, code: 'PT413', message: 'The answer is larger than 1 MB' };

test.each([
  '/books',
  '/books?select=words&id=lt.110',
  '/rpc/all_books',
  '/rpc/words?n=1100000',
  '/shelves?select=id,books(words)',
  // Each list fits, both together do not.
  '/shelves?select=id,a:books(words),b:books(words)&id=eq.1',
  '/shelves?select=...books(words),id&limit=2',
  '/books?select=id,...shelves(a:books(words),b:books(id,words))&id=eq.1',
  '/books?select=id,shelves(a:books(words),b:books(words))&id=eq.1',
])('refuses an answer above the limit: %s', async (path) => {
  expect(await host.refusal(path)).toMatchObject(TOO_LARGE);
});

test('refuses CSV above the limit', async () => {
  const answer = await host.raw('/books', { headers: { accept: 'text/csv' } });
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'PT413' }]);
});

test('refuses the rows of a write above the limit and undoes the write', async () => {
  const headers = { prefer: 'return=representation' };
  const answer = await host.send('PATCH', '/books?id=gt.0', { shelf_id: 3 }, headers);
  expect(answer.status).toBe(413);
  expect(await host.get('/books?select=count&shelf_id=eq.3')).toEqual([{ count: 0 }]);
});

test('answers up to the limit', async () => {
  expect(await host.get('/books?select=words&limit=100')).toHaveLength(100);
  expect(await host.get('/rpc/words?n=1000000')).toHaveLength(1_000_000);
  const shelf = '/shelves?select=id,books(words)&id=eq.1';
  expect(await host.get(shelf)).toMatchObject([{ id: 1, books: { length: 75 } }]);
  const spread = '/shelves?select=id,...books(number:id)&id=eq.3';
  expect(await host.get(spread)).toEqual([{ id: 3, number: [] }]);
});

test('selects one column at most 8 times, embedded resources and paths included', async () => {
  const aliases = (n: number, what: string) =>
    Array.from({ length: n }, (_, i) => `a${i}:${what}`).join();
  expect(await host.get(`/books?select=${aliases(8, 'id')}&limit=1`)).toHaveLength(1);
  for (const select of [
    aliases(9, 'id'),
    aliases(300, 'words'),
    `*,${aliases(8, 'words::text')}`,
    aliases(9, 'shelves(id)'),
    aliases(9, 'words->0'),
  ]) {
    expect(await host.refusal(`/books?select=${select}&limit=1`)).toMatchObject({
      status: 400,
      code: 'PGRST100',
      message: expect.stringContaining('is selected too often'),
    });
  }
});
