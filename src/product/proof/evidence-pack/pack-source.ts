import type pg from 'pg';
import type { FileStore } from '../../../platform/files/file-store.ts';

/** What a pack is about: one batch, or the days from the first to the last, in UTC. */
export type PackScope =
  | { kind: 'batch'; batchId: string }
  | { kind: 'period'; from: string; to: string };

/** A batch's report as its page shows it. */
type PrintedReport = { json: string; sha256: string; pdf: () => Promise<Buffer> };

/** Where a pack is read from. */
export type PackSource = {
  /** Runs work in a transaction that sees one organization's rows. */
  read: <Result>(work: (tx: pg.PoolClient) => Promise<Result>) => Promise<Result>;
  files: FileStore;
  reportOf: (tx: pg.PoolClient, batchId: string) => Promise<PrintedReport | null>;
  /** Of the program. */
  version: string;
};

/** From the first moment up to and without the last. */
export type PackTimes = { from: string; until: string };

const DAY = 86_400_000;

/** All time for a batch: what is about it is found by its id. */
export function timesOf(scope: PackScope): PackTimes {
  if (scope.kind === 'batch') return { from: '-infinity', until: 'infinity' };
  const until = new Date(Date.parse(`${scope.to}T00:00:00Z`) + DAY).toISOString();
  return { from: `${scope.from}T00:00:00Z`, until };
}
