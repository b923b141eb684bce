import type pg from 'pg';
import { type SealedManifest, sealManifest } from '../../engines/provenance/manifest.ts';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import { AppError } from '../../shared/errors.ts';

export async function resealManifest(
  tx: pg.PoolClient,
  batchId: string,
  notes: { [key: string]: Json },
): Promise<SealedManifest> {
  const { rows } = await tx.query<{ manifest: SealedManifest }>(
    'select manifest from public.generation_logs where batch_id = $1 for update',
    [batchId],
  );
  if (!rows[0]) throw new AppError('not_found', 'The batch no longer exists.');
  const { sha256: _, ...manifest } = rows[0].manifest;
  const sealed = sealManifest({ ...manifest, notes: { ...manifest.notes, ...notes } });
  await tx.query('update public.generation_logs set manifest = $2 where batch_id = $1', [
    batchId,
    canonicalJson(sealed as unknown as Json),
  ]);
  return sealed;
}
