import type pg from 'pg';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { LogSigners } from '../../product.ts';

/** Scope of a pack: one batch, or a range of days in UTC. */
export type PackScope =
  | { kind: 'batch'; batchId: string }
  | { kind: 'period'; from: string; to: string };

type PrintedReport = { json: string; sha256: string; pdf: () => Promise<Buffer> };

export type PackSource = {
  /** Runs work in a transaction restricted to one organization's rows. */
  read: <Result>(work: (tx: pg.PoolClient) => Promise<Result>) => Promise<Result>;
  files: FileStore;
  reportOf: (tx: pg.PoolClient, batchId: string) => Promise<PrintedReport | null>;
  version: string;
  /** Parties whose signatures a receipt waits for. */
  signers: LogSigners;
};

/** Time range, including `from` and excluding `until`. */
export type PackTimes = { from: string; until: string };

const DAY = 86_400_000;

/** Returns the time range; unbounded for a batch, which is found by id. */
export function timesOf(scope: PackScope): PackTimes {
  if (scope.kind === 'batch') return { from: '-infinity', until: 'infinity' };
  const until = new Date(Date.parse(`${scope.to}T00:00:00Z`) + DAY).toISOString();
  return { from: `${scope.from}T00:00:00Z`, until };
}
