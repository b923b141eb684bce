import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { FileStore } from '../files/file-store.ts';
import { areIntact, type Recorded, recordDamage } from './verify-bytes.ts';

const MAX_FILES = 200;
const MAX_BYTES = 1024 ** 3;

/**
 * Verifies random stored files against their recorded hashes, to find damage early. Returns the
 * numbers of files read and of files damaged or missing.
 */
export async function sampleStoredBytes({
  database,
  files,
  log,
}: {
  database: Pick<Database, 'owner'>;
  files: Pick<FileStore, 'get' | 'stat'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}): Promise<{ read: number; damaged: number }> {
  const { rows } = await database.owner.query<Recorded & { bytes: string }>(
    `select version, metadata ->> 'sha256' as sha256, (metadata ->> 'size')::bigint as bytes
       from storage.objects order by random() limit $1`,
    [MAX_FILES],
  );
  let bytes = 0;
  let read = 0;
  let damaged = 0;
  for (const recorded of rows) {
    if (read > 0 && bytes + Number(recorded.bytes) > MAX_BYTES) continue;
    bytes += Number(recorded.bytes);
    read++;
    if (await areIntact(files, recorded)) continue;
    // If deleted since it was chosen, there is nothing to record.
    const { rowCount } = await database.owner.query(
      'select from storage.objects where version = $1',
      [recorded.version],
    );
    if (rowCount === 0) continue;
    damaged++;
    log.error({ version: recorded.version }, 'stored bytes changed');
    await recordDamage(database.owner, recorded);
  }
  return { read, damaged };
}
