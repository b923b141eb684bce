import { basename } from 'node:path';
import { end, runLimitedThread, type Started } from './thread.ts';

/** Time after which an unused warm thread is ended, since it holds some 40 MB. */
const WARM_MS = 600_000;
/** A thread that computed longer, or ran so often, is ended: its memory may have grown. */
const MAX_KEPT_MS = 2000;
const MAX_KEPT_RUNS = 100;
const MAX_WARM = 4;

/** Threads that have loaded their module and wait for an input, by module, the latest last. */
const warm = new Map<string, Started>();

/** Keeps a thread for the next run of a module. It does not keep the process alive. */
function keepWarm(module: URL, started: Started): void {
  if (warm.has(module.href)) {
    void end(started.worker, started.state);
    return;
  }
  const { worker } = started;
  const forget = () => {
    if (warm.get(module.href) === started) warm.delete(module.href);
  };
  worker.unref();
  worker.once('error', forget).once('exit', forget);
  warm.set(module.href, started);
  const expire = () => {
    forget();
    void end(worker, started.state);
  };
  started.expiry = setTimeout(expire, WARM_MS).unref();
  if (warm.size > MAX_WARM) endOldest();
}

function endOldest(): void {
  const [href, { worker, state, expiry }] = warm.entries().next().value!;
  warm.delete(href);
  clearTimeout(expiry);
  void end(worker, state);
}

function takeWarm(module: URL): Started | undefined {
  const started = warm.get(module.href);
  warm.delete(module.href);
  started?.worker.ref();
  clearTimeout(started?.expiry);
  return started;
}

/**
 * Runs a thread like `runThread`, and keeps it for the next run of its module if it took less than
 * two seconds of processor time. Starting one takes half a second.
 */
export async function* runWarmThread<Message>(
  module: URL,
  input: unknown,
  signal: AbortSignal,
): AsyncGenerator<Message> {
  let kept: Started | undefined;
  const keep = (started: Started, processorMs: number) => {
    started.runs++;
    const isKept = processorMs < MAX_KEPT_MS && started.runs < MAX_KEPT_RUNS;
    if (isKept) kept = started;
    return isKept;
  };
  yield* runLimitedThread<Message>(module, input, { signal, started: takeWarm(module), keep });
  if (kept !== undefined) keepWarm(module, kept);
}

/** Runs a warm thread to its end, so that it can serve the next input, and returns its last message. */
export async function threadResult<Message>(
  module: URL,
  input: unknown,
  { signal }: { signal: AbortSignal } = new AbortController(),
): Promise<Message> {
  let last: { message: Message } | undefined;
  for await (const message of runWarmThread<Message>(module, input, signal)) last = { message };
  if (last === undefined) throw new Error(`${basename(module.pathname)} ended without a result`);
  return last.message;
}
