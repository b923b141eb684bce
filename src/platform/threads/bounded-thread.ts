import { meterProcessorTime } from './processor-time.ts';
import { runLimitedThread, ThreadMemoryError } from './thread.ts';

/** Limits of work on foreign bytes: CPU time, memory of heap and buffers, and the error beyond them. */
export type ThreadBounds = {
  processorSeconds: number;
  megabytes: number;
  exceeded: (limit: 'time' | 'memory') => Error;
};

/** Waiting for the disk or the processor does not count as CPU time, but ends as well. */
const WALL_TIME_FACTOR = 6;

/** Runs a thread that yields one result, and terminates it beyond its bounds. */
export async function runBoundedThread<Result>(
  module: URL,
  input: unknown,
  { processorSeconds, megabytes, exceeded }: ThreadBounds,
): Promise<Result> {
  const abort = new AbortController();
  const stop = () => abort.abort(exceeded('time'));
  const endMeter = meterProcessorTime(processorSeconds, stop);
  const timer = setTimeout(stop, processorSeconds * WALL_TIME_FACTOR * 1000);
  const limits = { signal: abort.signal, megabytes };
  try {
    for await (const result of runLimitedThread<Result>(module, input, limits)) return result;
    throw new Error('the thread ended without a result');
  } catch (error) {
    throw error instanceof ThreadMemoryError ? exceeded('memory') : error;
  } finally {
    clearTimeout(timer);
    endMeter();
  }
}
