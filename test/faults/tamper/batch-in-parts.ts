import { createHash } from 'node:crypto';
import { sealManifest } from '../../../src/engines/provenance/manifest.ts';
import { type Database, transaction } from '../../../src/platform/database/database.ts';
import type { FileStore } from '../../../src/platform/files/file-store.ts';
import { newVersion, registerObject } from '../../../src/platform/storage/register-object.ts';
import { completeParts } from '../../../src/product/batches/complete-batch.ts';

const BUCKET = 'batch_shards';

export async function makeBatchInParts(
  database: Database,
  files: FileStore,
  tenantId: string,
): Promise<void> {
  await transaction(database.owner, async (tx) => {
    const { rows: logs } = await tx.query<{ batch_id: string }>(
      "insert into public.generation_logs (tenant_id, entity_type, status) values ($1, 'accounts', 'running') returning batch_id",
      [tenantId],
    );
    const batchId = logs[0]!.batch_id;
    const named = [];
    for (const name of ['accounts/0000.parquet', 'accounts/0001.parquet']) {
      const { version, key } = newVersion();
      const bytes = Buffer.from(`rows of ${name}`);
      const stored = await files.put(
        key,
        (async function* () {
          yield bytes;
        })(),
      );
      await registerObject(tx, {
        bucketId: BUCKET,
        name: `shards/${name}`,
        version,
        stored,
        mimetype: 'application/vnd.apache.parquet',
        ownerId: null,
        tenantId,
      });
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      named.push({ name, rows: 1, bytes: bytes.length, sha256 });
    }
    const manifest = sealManifest({
      format: 'sandbox-manifest/1',
      engine: { name: 'simulate', version: '1' },
      seed: '7',
      request: { entity: 'accounts', count: 2 },
      source: null,
      counts: { accounts: 2 },
      files: named,
      notes: {},
    });
    const waiting = { bucket: BUCKET, folder: 'shards' };
    await completeParts(tx, { batchId, tenantId, records: 2, manifest, waiting });
  });
}
