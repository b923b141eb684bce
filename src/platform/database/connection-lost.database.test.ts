import Fastify from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestDatabase,
  endConnection,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { renderAuthError } from '../auth/render-auth-error.ts';
import { createHost } from '../gateway/host.ts';
import { renderError } from '../rest/errors/render-error.ts';
import { renderStorageError } from '../storage/render-storage-error.ts';
import { isConnectionLost } from './connection-lost.ts';
import { transaction } from './database.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.close());

const failed = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: Error) => error,
  );

async function losses(): Promise<Error[]> {
  const errors: Error[] = [];
  await failed(
    transaction(own.database.owner, async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      const asleep = failed(tx.query('select pg_sleep(20)'));
      await endConnection(own, rows[0]!.pid);
      errors.push(await asleep);
      errors.push(await failed(tx.query('select 1')));
    }),
  ).catch(() => {});
  return errors;
}

test('a connection that the server ends is known as lost, now and at the next statement', async () => {
  const errors = await losses();
  expect(errors.map(isConnectionLost)).toEqual([true, true]);
  expect(isConnectionLost(new Error('wrapped', { cause: errors[0] }))).toBe(true);
});

test.each(['08006', '57P01', '57P03', '40001', '40P01', '25006'])(
  'the database asks for the same work once more: %s',
  async (code) => {
    const raise = `do $$ begin raise exception 'x' using errcode = '${code}'; end $$`;
    expect(isConnectionLost(await failed(own.database.owner.query(raise)))).toBe(true);
  },
);

test.each(['22012', '23505', '42P01', '53100'])('an error of the work itself: %s', async (code) => {
  const raise = `do $$ begin raise exception 'x' using errcode = '${code}'; end $$`;
  expect(isConnectionLost(await failed(own.database.owner.query(raise)))).toBe(false);
});

test.each([
  ['rest', renderError],
  ['storage', renderStorageError],
  ['auth', renderAuthError],
])('%s answers 503 and says when to come again', async (_name, render) => {
  for (const error of await losses()) {
    const app = await createHost({
      log: Fastify({ loggerInstance: pino({ level: 'silent' }) }).log,
    });
    app.setErrorHandler(render);
    app.get('/', async () => {
      throw error;
    });
    const answer = await app.inject('/');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    await app.close();
  }
});
