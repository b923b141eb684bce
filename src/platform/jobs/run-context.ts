import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import type { Run } from './runs.ts';

/** What a job's code is given: its run, a signal that fires on Cancel, and a fence for its writes. */
export type RunContext = {
  run: Run;
  signal: AbortSignal;
  /** Says where the work stands; written at most four times a second. */
  progress: (stage: string, done: number, total: number | null) => void;
  /**
   * Locks the run's row inside the transaction that makes the result visible. Throws where the run was
   * cancelled, or where another worker has taken it up since.
   */
  fence: (tx: pg.PoolClient) => Promise<void>;
  /**
   * Ends the run with its result inside the transaction that makes it visible, behind the fence, and gives the result
   * back: a run whose commit was made and not answered would else be done a second time.
   */
  complete: <Result extends Record<string, unknown>>(
    tx: pg.PoolClient,
    result: Result,
  ) => Promise<Result>;
  /**
   * Ends this attempt in order and has the run taken up again so many seconds later, by any worker: for a run that
   * waits for what others do, and would hold a worker's place meanwhile. The handler ends after it.
   */
  postpone: (seconds: number) => Promise<void>;
  /** Queues work that follows from this run, of the same tenant, in the transaction that makes it possible. */
  enqueue: (tx: pg.PoolClient, kind: string, subject: Record<string, unknown>) => Promise<string>;
  /** Asks up to so many workers to take parts of this run over; it does not depend on anybody coming. */
  callForHelp: (helpers: number) => Promise<void>;
};

/** Takes parts of somebody else's run over until there is none left, or the signal fires. */
export type RunHelper = (run: Run, signal: AbortSignal) => Promise<void>;

export type RunHandler = (context: RunContext) => Promise<Record<string, unknown>>;

export const cancelledError = () => new AppError('cancelled', 'Cancelled');

/** Throws when the signal has fired. For loops that would otherwise not notice. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelledError();
}
