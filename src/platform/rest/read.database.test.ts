import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnyClient, type RestHost, startRestHost } from './testing/rest-host.ts';

let host: RestHost;
let db: AnyClient;
beforeAll(async () => {
  host = await startRestHost();
  db = host.client();
});
afterAll(() => host?.close());

test('a select of columns', async () => {
  const { data, error } = await db.from('users').select('id,name').order('id');
  expect(error).toBeNull();
  expect(data).toEqual([
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Bo' },
    { id: 3, name: 'Cy' },
    { id: 4, name: 'Zoë "Z" O\'Hara' },
  ]);
});
