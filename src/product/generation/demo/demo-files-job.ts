import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type SealedManifest, sealManifest } from '../../../engines/provenance/manifest.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts';
import type { RunHandler } from '../../../platform/jobs/run-context.ts';
import { newVersion, registerObject } from '../../../platform/storage/register-object.ts';
import type { BankTable } from '../../../shared/bank-tables.ts';
import { canonicalJson, type Json } from '../../../shared/canonical-json.ts';
import { GENERATED } from '../../batches/complete-batch.ts';

type Subject = { batches: { id: string; entity: BankTable }[] };

/** Names the file in the row and seals the manifest again with the hash of this organization's file. */
async function nameFile(
  tx: pg.PoolClient,
  id: string,
  { url, stored }: { url: string; stored: StoredFile },
): Promise<void> {
  const { rows } = await tx.query<{ manifest: SealedManifest }>(
    'select manifest from public.generation_logs where batch_id = $1 for update',
    [id],
  );
  const { sha256: _, ...manifest } = rows[0]!.manifest;
  const [file] = manifest.files;
  const own = { ...file!, bytes: stored.size, sha256: stored.sha256 };
  await tx.query(
    'update public.generation_logs set csv_url = $2, manifest = $3 where batch_id = $1',
    [id, url, canonicalJson(sealManifest({ ...manifest, files: [own] }) as unknown as Json)],
  );
}

export function demoFilesHandler(parts: { database: Database; files: FileStore }): RunHandler {
  return async ({ run, fence }) => {
    const { batches } = run.subject as Subject;
    await parts.database.asTenant(run.tenant_id, async (tx) => {
      await fence(tx);
      for (const { id, entity } of batches) {
        const { rows } = await tx.query<{ name: string }>(
          `select string_agg(quote_ident(attname), ', ' order by attnum) as name
             from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
          [`private.demo_${entity}`],
        );
        const { version, key } = newVersion();
        // Both values come from this server: one of three entities, and a generated UUID.
        const bytes = tx.query(
          copyTo(
            `copy (select ${rows[0]!.name} from bank.${entity} where batch_id = '${id}'
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
        await nameFile(tx, id, { url: `${GENERATED}/${name}`, stored });
      }
    });
    return { files: batches.length };
  };
}
