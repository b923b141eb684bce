import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { openLocalFileStore } from '../../platform/files/local.ts';
import { type LogKey, openLogKey } from './log-key.ts';
import type { Sealing } from './seal-log.ts';

export type LogUnderTest = {
  db: TestDatabase;
  folder: string;
  files: FileStore;
  key: LogKey;
  sealing: Sealing;
  write: (entries: number, writers?: number) => Promise<void>;
  close: () => Promise<void>;
};

export async function openLogUnderTest(): Promise<LogUnderTest> {
  const db = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'sandbox log '));
  const files = openLocalFileStore(join(folder, 'storage'));
  const key = openLogKey(join(folder, 'log-key'), 'sandbox.example');
  const pool = new pg.Pool({ connectionString: db.logUrl, max: 4 });
  // The database may close before an idle connection.
  pool.on('error', () => {});
  const writeSome = (count: number) =>
    db.database.owner.query(
      `insert into log.outbox (kind, organization, subject, sha256, detail)
       select 'data.exported', case n % 3 when 0 then '' else 'bank' || n % 3 end, 'file ' || n,
              encode(sha256(n::text::bytea), 'hex'), jsonb_build_object('n', n)
         from generate_series(1, $1::int) n`,
      [count],
    );
  return {
    db,
    folder,
    files,
    key,
    sealing: { pool, files, key },
    write: async (entries, writers = 1) => {
      await Promise.all(Array.from({ length: writers }, () => writeSome(entries / writers)));
    },
    close: async () => {
      await pool.end();
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
