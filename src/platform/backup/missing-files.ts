import pg from 'pg';
import type { FileStore } from '../files/file-store.ts';
import { fileKey } from '../storage/context.ts';

export async function findMissing(databaseUrl: string, files: FileStore): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>(
      'select version from storage.objects order by version',
    );
    const missing: string[] = [];
    for (const { version } of rows) {
      const key = fileKey(version);
      if ((await files.stat(key)) === null) missing.push(key);
    }
    return missing;
  } finally {
    await client.end();
  }
}
