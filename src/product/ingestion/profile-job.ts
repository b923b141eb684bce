import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { withLocalCopy } from '../../platform/files/with-local-copy.ts';
import type { RunHandler } from '../../platform/jobs/run-context.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { threadEnd } from '../../platform/threads/thread-end.ts';
import { lockDataset } from '../data/lock-dataset.ts';
import { readDataset } from '../data/read-dataset.ts';
import type { ProfileInput, ProfileMessage } from './profile-thread.ts';

const MODULE = new URL('./profile-thread.ts', import.meta.url);

export function profileHandler(parts: { database: Database; files: FileStore }): RunHandler {
  return async (context) => {
    const { manifestId } = context.run.subject as { manifestId: string };
    const dataset = await readDataset(parts.database, context.run.tenant_id, manifestId);
    const rows = Number(dataset.record_count);
    const key = fileKey(dataset.version);
    const { profile } = await withLocalCopy(parts.files, key, (parquetPath) => {
      const { names: columns, layouts } = dataset;
      const input: ProfileInput = { parquetPath, columns, rows, layouts };
      return threadEnd<ProfileMessage>(context, MODULE, input);
    });
    return parts.database.asTenant(context.run.tenant_id, async (tx) => {
      await lockDataset(tx, manifestId);
      await context.fence(tx);
      await tx.query('update public.ingestion_manifests set profile = $2 where id = $1', [
        manifestId,
        JSON.stringify(profile),
      ]);
      return context.complete(tx, { manifestId, columns: profile.columns.length });
    });
  };
}
