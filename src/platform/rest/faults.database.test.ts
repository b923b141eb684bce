import { createServer } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { openDatabase } from '../database/database.ts';
import { anonymous } from '../gateway/caller.ts';
import type { Platform } from '../gateway/context.ts';
import { json, SECRET, startRestHost } from './rest-host.fixture.ts';
import { restService } from './service.ts';

const host = startBeforeTests(startRestHost);

test('a connection that is cut during a request is a 503; the next request is served', async () => {
  const superuser = new pg.Client({ connectionString: host.superuserUrl });
  await superuser.connect();
  const answer = host.raw('/rpc/slow', { method: 'POST' });
  const cut = () =>
    superuser.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like '%\"slow\"%' and state = 'active' and datname = current_database() and pid <> pg_backend_pid()",
    );
  await expect.poll(async () => (await cut()).rowCount).toBe(1);
  const refused = await answer;
  expect([refused.status, (await json(refused)).code]).toEqual([503, '57P01']);
  await superuser.end();
  expect((await host.raw('/users?select=id&id=eq.1')).status).toBe(200);
});

test('a write that was cut has written nothing', async () => {
  await host.database.owner.query(`
    create function public.linger() returns trigger language plpgsql as
      $$ begin perform pg_sleep(20); return new; end $$;
    create trigger linger before insert on public.badges for each row when (new.label = 'slow')
      execute function public.linger()`);
  const superuser = new pg.Client({ connectionString: host.superuserUrl });
  await superuser.connect();
  const answer = host.raw('/badges', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` },
    body: '[{"user_id":3,"label":"quick"},{"user_id":4,"label":"slow"}]',
  });
  const cut = () =>
    superuser.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like '%\"badges\"%' and state = 'active' and datname = current_database() and pid <> pg_backend_pid()",
    );
  await expect.poll(async () => (await cut()).rowCount).toBe(1);
  expect((await answer).status).toBe(503);
  await superuser.end();
  const { rows } = await host.database.owner.query('select count(*)::int as n from public.badges');
  expect(rows).toEqual([{ n: 2 }]);
});

test('a database that is not there is a 503 in the protocol’s shape', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  const address = `postgres://nobody@127.0.0.1:${port}/none`;
  const database = openDatabase({
    ownerUrl: address,
    authenticatorUrl: address,
    applicationName: 'test',
  });
  const app = Fastify({ logger: false });
  app.decorateRequest('caller', null as never);
  app.addHook('onRequest', async (request) => {
    request.caller = anonymous;
  });
  await app.register(restService({ database, log: app.log } as unknown as Platform));
  const answer = await app.inject('/users');
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'PGRST002']);
  expect(answer.headers['proxy-status']).toBe('PostgREST; error=PGRST002');
  await app.close();
  await database.close();

  const lost = openDatabase({
    ownerUrl: address,
    authenticatorUrl: address,
    applicationName: 'test',
  });
  const healthy = Fastify({ logger: false });
  healthy.decorateRequest('caller', null as never);
  healthy.addHook('onRequest', async (request) => {
    request.caller = anonymous;
  });
  const schemaCache = {
    current: async () => ({
      relations: new Map([['users', { name: 'users', columns: new Map(), primaryKey: [] }]]),
      relationships: new Map(),
      routines: new Map(),
      computedColumns: new Map(),
      types: new Map(),
    }),
    reload: async () => {},
    close: async () => {},
  };
  await healthy.register(
    restService({ database: lost, log: healthy.log } as unknown as Platform, { schemaCache }),
  );
  const second = await healthy.inject('/users');
  expect([second.statusCode, second.json().code]).toEqual([503, 'PGRST000']);
  await healthy.close();
  await lost.close();
});
