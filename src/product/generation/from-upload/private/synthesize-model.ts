import type pg from 'pg';
import {
  engineVersion,
  type Guarantee,
  type Mechanism,
} from '../../../../engines/synthesize/index.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { StoredFile } from '../../../../platform/files/file-store.ts';
import { registerObject } from '../../../../platform/storage/register-object.ts';

const MODELS = 'models';

/** Stored private model; sampling it again costs nothing. */
export type StoredModel = {
  id: string;
  version: string;
  hash: string;
  sources: string[];
  guarantee: Guarantee;
};

export async function findModel(
  database: Database,
  tenantId: string,
  manifestId: string,
  { epsilon, mechanism, roles }: { epsilon: number; mechanism: Mechanism | null; roles: object },
): Promise<StoredModel | null> {
  const { rows } = await database.asTenant(tenantId, (tx) =>
    tx.query<StoredModel>(
      `select m.id, o.version, m.model_hash as hash, m.sources, m.guarantee
       from public.stored_models m
       join storage.objects o on o.bucket_id = '${MODELS}' and o.name = m.object_name
      where m.manifest_id = $1 and m.epsilon = $2 and m.engine = $3 and m.roles = $4
        and ($5::text is null or m.guarantee ->> 'mechanism' = $5)
      order by m.created_at desc limit 1`,
      [manifestId, epsilon, engineVersion, JSON.stringify(roles), mechanism],
    ),
  );
  return rows[0] ?? null;
}

export async function keepModel(
  tx: pg.PoolClient,
  model: {
    tenantId: string;
    manifestId: string;
    createdBy: string | null;
    epsilon: number;
    roles: object;
    hash: string;
    guarantee: Guarantee;
    sources: string[];
    file: { version: string; stored: StoredFile };
  },
): Promise<string> {
  const name = `${model.tenantId}/${model.file.version}.model`;
  await registerObject(tx, {
    bucketId: MODELS,
    name,
    version: model.file.version,
    stored: model.file.stored,
    mimetype: 'application/octet-stream',
    ownerId: model.createdBy,
    tenantId: model.tenantId,
  });
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.stored_models (tenant_id, manifest_id, mode, epsilon, engine, model_hash, model_bytes,
       object_name, guarantee, sources, created_by, roles)
     values ($1, $2, 'private', $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      model.tenantId,
      model.manifestId,
      model.epsilon,
      engineVersion,
      model.hash,
      model.file.stored.size,
      name,
      JSON.stringify(model.guarantee),
      model.sources,
      model.createdBy,
      JSON.stringify(model.roles),
    ],
  );
  return rows[0]!.id;
}
