import { type Run, waitForRun } from '../../platform/jobs/runs.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';

/** Waits for a run to complete; null on timeout. Throws if it failed, was cancelled or is gone. */
export async function completedRun(
  product: Product,
  { runId, timeoutMs, failed }: { runId: string; timeoutMs: number; failed: string },
): Promise<Run | null> {
  const listener = {
    onEnd: (id: string, wake: () => void) =>
      product.notifications.on('sandbox_run', (ended) => (ended === id || ended === '') && wake()),
  };
  const { owner } = product.platform.database;
  const run = await waitForRun(owner, { listener, id: runId, milliseconds: timeoutMs });
  if (run === null) throw new AppError('not_found', 'The run no longer exists.');
  if (run.status === 'failed') throw new AppError('bad_request', run.error ?? failed);
  if (run.status === 'cancelled') throw new AppError('cancelled', run.error ?? 'Cancelled');
  return run.status === 'completed' ? run : null;
}
