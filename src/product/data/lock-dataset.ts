import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';

export const datasetGone = () => new AppError('not_found', 'The dataset no longer exists.');

/** Locks a dataset. Call before the run's fence, as deletions do, to prevent deadlocks. */
export async function lockDataset(tx: pg.PoolClient, id: string): Promise<void> {
  const { rowCount } = await tx.query(
    'select from public.ingestion_manifests where id = $1 for no key update',
    [id],
  );
  if (rowCount === 0) throw datasetGone();
}
