import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';

export const datasetGone = () => new AppError('not_found', 'The dataset is gone.');

/**
 * Holds a dataset until the transaction ends. To be called before the run's fence: a deletion locks the dataset and
 * then its runs, and both in one order never wait for each other.
 *
 * @throws AppError where the dataset was deleted
 */
export async function lockDataset(tx: pg.PoolClient, id: string): Promise<void> {
  const { rowCount } = await tx.query(
    'select from public.ingestion_manifests where id = $1 for no key update',
    [id],
  );
  if (rowCount === 0) throw datasetGone();
}
