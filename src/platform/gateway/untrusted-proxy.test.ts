import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHost } from './host.ts';

async function linesOf(trustProxy: string[], headers: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const into = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const host = await createHost({ log: pino({ level: 'warn' }, into), trustProxy });
  const url = await host.listen({ host: '127.0.0.1', port: 0 });
  for (let i = 0; i < 3; i++) await fetch(`${url}/nowhere`, { headers });
  await host.close();
  return lines.filter((line) => line.includes('TRUST_PROXY'));
}

test('reports an untrusted X-Forwarded-For once', async () => {
  const forwarded = { 'x-forwarded-for': '192.0.2.1' };
  expect(await linesOf([], forwarded)).toHaveLength(1);
  expect(await linesOf(['10.0.0.1'], forwarded)).toHaveLength(1);
  expect(await linesOf(['127.0.0.1'], forwarded)).toEqual([]);
  expect(await linesOf([], {})).toEqual([]);
});

test('a 429 without its own time asks for a retry after a second', async () => {
  const host = await createHost({ log: pino({ level: 'silent' }) });
  host.get('/full', async (_request, reply) => reply.code(429).send({}));
  host.get('/later', async (_request, reply) =>
    reply.code(429).header('retry-after', '60').send({}),
  );
  const waits = await Promise.all(
    ['/full', '/later', '/none'].map(
      async (url) => (await host.inject(url)).headers['retry-after'],
    ),
  );
  expect(waits).toEqual(['1', '60', undefined]);
  await host.close();
});
