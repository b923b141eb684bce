import type pg from 'pg';
import type { StoredRanker } from '../../../engines/detect/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { KeptDecision } from './decided-rows.ts';

export type StoredVersion = {
  id: string;
  version: number;
  seed: string;
  sha256: string;
  model: StoredRanker;
  decisions: KeptDecision[];
};

const READ = 'select id, version, seed, sha256, model, decisions from public.rankers';

export async function newestRanker(tx: pg.PoolClient): Promise<StoredVersion | null> {
  const { rows } = await tx.query<StoredVersion>(`${READ} order by version desc limit 1`);
  return rows[0] ?? null;
}

/** @throws AppError if the tenant has no such ranker */
export async function storedVersion(tx: pg.PoolClient, id: string): Promise<StoredVersion> {
  const { rows } = await tx.query<StoredVersion>(`${READ} where id = $1`, [id]);
  if (!rows[0]) throw new AppError('not_found', 'Ranker not found');
  return rows[0];
}

/** Time of the last decision that a version was trained on, in ms. */
export const trainedThrough = ({ decisions }: { decisions: readonly { decidedAt: number }[] }) =>
  decisions.reduce((last, { decidedAt }) => Math.max(last, decidedAt), 0);
