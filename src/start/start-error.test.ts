import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { AppError } from '../shared/errors.ts';
import { describeStartError, explainDatabaseAddress } from './start-error.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

const closedPort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

test('a file that is not there is one line with its path', () => {
  const error = thrownBy(() => openSync('/nowhere/secret-key', 'r'));
  expect(describeStartError(error)).toBe(
    "The sandbox could not start: ENOENT: no such file or directory, open '/nowhere/secret-key'",
  );
});

test('a refusal of our own is its message, and a fault of the program keeps its stack', () => {
  expect(describeStartError(new AppError('conflict', 'Port 3000 is taken.'))).toBe(
    'Port 3000 is taken.',
  );
  expect(describeStartError(new TypeError('x is not a function'))).toBeNull();
});

test('an unreachable database gives one line that names DATABASE_URL', async () => {
  const port = await closedPort();
  const client = new pg.Client({ connectionString: `postgres://a:b@127.0.0.1:${port}/sandbox` });
  await expect(client.connect().catch(explainDatabaseAddress)).rejects.toThrow(
    `The database in DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}.`,
  );
});

test.each(['28P01', '3D000'])('a login that PostgreSQL refuses (%s) is explained', (code) => {
  const refusal = Object.assign(new Error('refused by the server'), { code });
  expect(() => explainDatabaseAddress(refusal)).toThrow(
    'The database in DATABASE_URL cannot be reached: refused by the server.',
  );
});

test('an error of a statement is not taken for one of the address', () => {
  const error = Object.assign(new Error('syntax error'), { code: '42601' });
  expect(thrownBy(() => explainDatabaseAddress(error))).toBe(error);
});
