import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { createReadRecorder } from './record-access.ts';

const DAY = 86_400_000;

/** Records the values sent to the database; their effect is tested with a real one. */
function recorder(tables: string[]) {
  const written: unknown[][] = [];
  let at = 20_000 * DAY;
  const pool = {
    query: (async (_text: string, values: unknown[]) => {
      written.push(values);
    }) as never,
  };
  return {
    written,
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
    record: createReadRecorder(pool, new Set(tables), () => at),
  };
}

const from = (sub: string, ip = '192.0.2.1') =>
  ({
    caller: { role: 'authenticated', claims: { sub } } as Caller,
    ip,
    headers: { 'user-agent': 'a browser' },
  }) as FastifyRequest;

test('one statement a person, address, table and day', async () => {
  const { record, written, pass } = recorder(['customers', 'accounts']);
  for (const request of [from('ada'), from('ada'), from('bo'), from('ada', '192.0.2.2')]) {
    await record(request, 'customers');
  }
  await record(from('ada'), 'accounts');
  expect(written.map(([actor, , , table, ip]) => [actor, table, ip])).toEqual([
    ['ada', 'customers', '192.0.2.1'],
    ['bo', 'customers', '192.0.2.1'],
    ['ada', 'customers', '192.0.2.2'],
    ['ada', 'accounts', '192.0.2.1'],
  ]);
  pass(DAY - 1);
  await record(from('ada'), 'customers');
  expect(written).toHaveLength(4);
  pass(1);
  await record(from('ada'), 'customers');
  expect(written).toHaveLength(5);
});

test('other tables and visitors are not recorded', async () => {
  const { record, written } = recorder(['customers']);
  await record(from('ada'), 'runs');
  await record({ ...from('ada'), caller: { role: 'anon' } } as FastifyRequest, 'customers');
  expect(written).toEqual([]);
});

test('a reading that could not be written is written with the next', async () => {
  let attempts = 0;
  const pool = {
    query: (async () => {
      attempts++;
      if (attempts === 1) throw new Error('no database');
    }) as never,
  };
  const record = createReadRecorder(pool, new Set(['customers']));
  await expect(record(from('ada'), 'customers')).rejects.toThrow('no database');
  await record(from('ada'), 'customers');
  await record(from('ada'), 'customers');
  expect(attempts).toBe(2);
});
