import { end, runLimitedThread, type Started, start } from './thread.ts';

/** Time after which an unused warm thread is ended, since it holds some 40 MB. */
const WARM_MS = 600_000;
/** A thread that worked longer, or so often, is ended: its memory may have grown. */
const MAX_KEPT_MS = 2000;
const MAX_KEPT_RUNS = 100;

/** Threads that have loaded their module and wait for an input, by module. */
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
  started.expiry = setTimeout(() => {
    forget();
    void end(worker, started.state);
  }, WARM_MS).unref();
}

function takeWarm(module: URL): Started | undefined {
  const started = warm.get(module.href);
  warm.delete(module.href);
  started?.worker.ref();
  clearTimeout(started?.expiry);
  return started;
}

/**
 * Runs a thread like `runThread`, and keeps it for the next run of its module if it ended its work
 * within two seconds; otherwise one is started in advance. Its first run takes three times as long.
 */
export async function* runWarmThread<Message>(
  module: URL,
  input: unknown,
  signal: AbortSignal,
): AsyncGenerator<Message> {
  const began = performance.now();
  let kept: Started | null = null;
  const keep = (started: Started) => {
    started.runs++;
    const isKept = performance.now() - began < MAX_KEPT_MS && started.runs < MAX_KEPT_RUNS;
    if (isKept) kept = started;
    return isKept;
  };
  try {
    yield* runLimitedThread<Message>(module, input, { signal, started: takeWarm(module), keep });
  } finally {
    if (kept !== null || !warm.has(module.href)) keepWarm(module, kept ?? start(module));
  }
}
