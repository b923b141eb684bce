import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedServer } from '../src/platform/database/embedded/server.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { migrationsFolder } from '../src/start/open-store.ts';
import { readSchema } from '../test/support/schema-text.ts';

/** Writes `migrations/schema.txt` from an empty database with all migrations applied. */
const folder = mkdtempSync(join(tmpdir(), 'sandbox schema '));
const server = await startEmbeddedServer(folder);
try {
  await migrate(server.url, migrationsFolder);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  writeFileSync(join(migrationsFolder, 'schema.txt'), await readSchema(client));
  await client.end();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
