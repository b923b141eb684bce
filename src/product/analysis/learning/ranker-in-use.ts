import type pg from 'pg';
import { engineVersion, type StoredRanker } from '../../../engines/detect/index.ts';

/** Ranker that the tenant uses; `unused` states why it can't be. */
export type RankerInUse = { id: string; version: number } & (
  | { stored: StoredRanker }
  | { unused: string }
);

type Found = { id: string; version: number; model: StoredRanker; state: string | null };

/** Returns the ranker that the tenant uses, if any. */
export async function rankerInUse(tx: pg.PoolClient): Promise<RankerInUse | null> {
  const { rows } = await tx.query<Found>('select * from private.ranker_in_use()');
  if (rows[0] === undefined) return null;
  const { id, version, model: stored, state } = rows[0];
  const unused =
    state !== 'approved'
      ? 'Its approval is no longer valid.'
      : stored.engineVersion !== engineVersion
        ? `It was trained with ${stored.engineVersion}, this is ${engineVersion}: train again.`
        : null;
  return unused === null ? { id, version, stored } : { id, version, unused };
}
