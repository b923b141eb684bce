import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../src/platform/gateway/free-port.ts';

/**
 * Forwards bytes to the endpoint in a storage address. For each number given, cuts the first
 * connection that has returned this many bytes.
 */
export async function startCuttingProxy(
  url: string,
  limits: readonly number[],
): Promise<{ url: string; cuts: () => number; close: () => Promise<void> }> {
  const endpoint = new URL(new URL(url).searchParams.get('endpoint')!);
  const remaining = [...limits];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(Number(endpoint.port), endpoint.hostname);
    let answered = 0;
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.pipe(target);
    target.on('data', (bytes) => {
      answered += bytes.length;
      client.write(bytes);
      if (remaining.length === 0 || answered < remaining[0]!) return;
      remaining.shift();
      client.destroy();
      target.destroy();
    });
    target.on('end', () => client.end());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const proxied = new URL(url);
  proxied.searchParams.set('endpoint', `http://127.0.0.1:${port}`);
  return {
    url: proxied.href,
    cuts: () => limits.length - remaining.length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
