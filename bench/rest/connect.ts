import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAccess } from '../../src/platform/database/access.ts';
import { readPostmaster } from '../../src/platform/database/embedded/postmaster-file.ts';

/** Returns addresses of a running sandbox's database: as superuser, and as its requests connect. */
export async function connectTo(
  dataDir: string,
): Promise<{ url: string; authenticatorUrl: string }> {
  const { port } = readPostmaster(join(dataDir, 'postgres'))!;
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/sandbox`;
  const { authenticatorUrl } = await readAccess(url);
  return { url, authenticatorUrl };
}
