import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openSmsSender } from './sms-sender.ts';

const log = pino({ level: 'silent' });
const sms = { to: '+4930901820', text: 'Your code is 123456' };

test('without a webhook a message becomes a file that only its owner reads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sms '));
  try {
    const outbox = join(folder, 'outbox');
    await openSmsSender({ webhookUrl: undefined, outbox, log }).send(sms);
    const [name] = await readdir(outbox);
    expect(name).toMatch(/\.sms\.txt$/);
    const file = join(outbox, name!);
    expect(await readFile(file, 'utf8')).toBe('To: +4930901820\n\nYour code is 123456\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('with a webhook it is posted there; a refusal is an error, a redirect is not followed', async () => {
  const posted: unknown[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    posted.push([request.method, request.url, JSON.parse(text)]);
    if (request.url === '/busy') response.writeHead(503).end();
    else if (request.url === '/moved') response.writeHead(307, { location: '/sms' }).end();
    else response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = (path: string) =>
    openSmsSender({
      webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
      outbox: '/nonexistent',
      log,
    });
  try {
    await at('/sms').send(sms);
    expect(posted).toEqual([['POST', '/sms', sms]]);
    await expect(at('/busy').send(sms)).rejects.toThrow('503');
    await expect(at('/moved').send(sms)).rejects.toThrow();
    expect(posted).toHaveLength(3);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
