import { to as copyTo } from 'pg-copy-streams';
import { type Database, transaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { RunHandler } from '../../../platform/jobs/run-context.ts';
import { newVersion, registerObject } from '../../../platform/storage/register-object.ts';
import type { BankTable } from '../../../shared/bank-tables.ts';
import { GENERATED } from '../../batches/complete-batch.ts';

type Subject = { batches: { id: string; entity: BankTable }[] };

/** Writes the files of an organization's demo batches from existing rows. */
export function demoFilesHandler(parts: { database: Database; files: FileStore }): RunHandler {
  return async ({ run, fence }) => {
    const { batches } = run.subject as Subject;
    await transaction(parts.database.owner, async (tx) => {
      await fence(tx);
      for (const { id, entity } of batches) {
        const { rows } = await tx.query<{ name: string }>(
          `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as name
             from information_schema.columns where table_schema = 'private' and table_name = $1`,
          [`demo_${entity}`],
        );
        const { version, key } = newVersion();
        // Both values come from this server: one of three entities, and a generated UUID.
        const bytes = tx.query(
          copyTo(
            `copy (select ${rows[0]!.name} from bank.${entity} where tenant_id = '${run.tenant_id}' and batch_id = '${id}'
              order by seq) to stdout (format csv, header)`,
          ),
        );
        const stored = await parts.files.put(key, bytes);
        const name = `${run.tenant_id}/${id}/${entity}.csv`;
        await registerObject(tx, {
          bucketId: GENERATED,
          name,
          version,
          stored,
          mimetype: 'text/csv; charset=utf-8',
          ownerId: run.created_by,
          tenantId: run.tenant_id,
        });
        await tx.query('update public.generation_logs set csv_url = $2 where batch_id = $1', [
          id,
          `${GENERATED}/${name}`,
        ]);
      }
    });
    return { files: batches.length };
  };
}
