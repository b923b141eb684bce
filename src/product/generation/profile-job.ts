import { type Database, transaction } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { type RunHandler, throwIfCancelled } from '../../platform/jobs/run-context.ts';
import { runThread } from '../../platform/jobs/thread.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { AppError } from '../../shared/errors.ts';
import { readDataset } from '../read-dataset.ts';
import type { ProfileInput, ProfileMessage } from './profile-thread.ts';

/** Looks at a dataset's columns after its upload, so that they can be seen and corrected before a fit. */
export function profileHandler(parts: { database: Database; files: FileStore }): RunHandler {
  return async (context) => {
    const { manifestId } = context.run.subject as { manifestId: string };
    const dataset = await readDataset(parts.database, context.run.tenant_id, manifestId);
    const parquetPath = parts.files.localPath?.(fileKey(dataset.version));
    if (parquetPath === undefined)
      throw new AppError('unavailable', 'Files are not on this machine.');
    const rows = Number(dataset.record_count);
    const input: ProfileInput = { parquetPath, columns: dataset.names, rows };
    const module = new URL('./profile-thread.ts', import.meta.url);
    for await (const message of runThread<ProfileMessage>(module, input, context.signal)) {
      throwIfCancelled(context.signal);
      if (message.kind === 'progress') {
        context.progress('reading', message.done, message.total);
        continue;
      }
      await transaction(parts.database.owner, async (tx) => {
        await context.fence(tx);
        await tx.query('update public.ingestion_manifests set profile = $2 where id = $1', [
          manifestId,
          JSON.stringify(message.profile),
        ]);
      });
      return { manifestId, columns: message.profile.columns.length };
    }
    throw new Error('the profile ended without an end');
  };
}
