import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHost } from './host.ts';

test('a client that never finishes its request is disconnected, however steadily it sends', async () => {
  const log = pino({ level: 'silent' });
  const host = await createHost({ log, headersMilliseconds: 300 });
  await host.listen({ host: '127.0.0.1', port: 0 });
  const address = host.server.address() as { port: number };
  const socket = connect(address.port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nx-slow: ');
  const drip = setInterval(() => socket.write('a'), 50);
  await closed;
  clearInterval(drip);
  expect(heard).toMatch(/^HTTP\/1\.1 408 /);
  // A body has a longer, but finite, timeout.
  expect(host.server.requestTimeout).toBe(3_600_000);
  await host.close();
}, 5000);
