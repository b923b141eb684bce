import type pg from 'pg';
import { AppError } from '../../shared/errors.ts';
import type { Run } from './runs.ts';

/** Context of a job's handler: its run, a signal for cancellation, and a fence for its writes. */
export type RunContext = {
  run: Run;
  signal: AbortSignal;
  /** Reports progress; written at most four times a second. */
  progress: (stage: string, done: number, total: number | null) => void;
  /**
   * Locks the run's row in the transaction that publishes the result. Throws if the run was
   * cancelled or claimed by another worker.
   */
  fence: (tx: pg.PoolClient) => Promise<void>;
  /**
   * Ends the run in the transaction that publishes its result, behind the fence, and returns the
   * result; otherwise a run whose commit was not acknowledged would be repeated.
   */
  complete: <Result extends Record<string, unknown>>(
    tx: pg.PoolClient,
    result: Result,
  ) => Promise<Result>;
  /**
   * Ends this attempt in order and schedules the run again after the given seconds, on any worker:
   * for runs that wait for others and should not occupy a worker. The handler returns after it.
   */
  postpone: (seconds: number) => Promise<void>;
  /** Queues a follow-up run of the same tenant, in the transaction that makes it possible. */
  enqueue: (tx: pg.PoolClient, kind: string, subject: Record<string, unknown>) => Promise<string>;
  /** Asks up to that many workers to take over parts of this run; none need come. */
  callForHelp: (helpers: number) => Promise<void>;
};

/** Takes over parts of another run until none is left or the signal fires. */
export type RunHelper = (run: Run, signal: AbortSignal) => Promise<void>;

export type RunHandler = (context: RunContext) => Promise<Record<string, unknown>>;

export const cancelledError = () => new AppError('cancelled', 'Cancelled');

/** Throws if the signal has fired, for loops that would not notice otherwise. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelledError();
}
