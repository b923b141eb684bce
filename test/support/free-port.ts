import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port below those that the system gives to outgoing connections, so that none of these takes it
 * between now and its use.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}
