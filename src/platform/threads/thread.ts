import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { AppError, type ErrorCode, type ErrorDetail } from '../../shared/errors.ts';
import { diskFull } from '../files/disk-full.ts';
import { cancelledError } from '../jobs/run-context.ts';
import {
  adoptState,
  askToEnd,
  isEnding,
  newState,
  type SharedState,
  worksNatively,
} from './native-work.ts';

/** Flag that code in a thread can read without yielding. */
export type ThreadSignal = { readonly aborted: boolean };

type ToParent =
  | { kind: 'message'; value: unknown }
  | { kind: 'note'; value: unknown }
  | { kind: 'done'; processorMs: number }
  | { kind: 'memory' }
  | {
      kind: 'failed';
      code: ErrorCode | null;
      message: string;
      detail?: ErrorDetail | undefined;
      stack: string | undefined;
    };

/** Limit of V8's young generation, which would otherwise grow to several times this size. */
const MAX_YOUNG_MEGABYTES = 24;
const END_TIMEOUT_MS = 500;
const MEMORY_WATCH_MS = 50;

/** A thread exceeded its limit of memory and was ended. */
export class ThreadMemoryError extends Error {
  constructor() {
    super('The thread exceeded its memory limit.');
    this.name = 'ThreadMemoryError';
  }
}

export type Started = {
  worker: Worker;
  state: SharedState;
  runs: number;
  /** Ends the thread if it is not used; while it is warm. */
  expiry?: NodeJS.Timeout;
};

function start(module: URL, megabytes?: number): Started {
  const state = newState();
  const worker = new Worker(module, {
    workerData: { state },
    resourceLimits: {
      maxYoungGenerationSizeMb: MAX_YOUNG_MEGABYTES,
      ...(megabytes !== undefined && { maxOldGenerationSizeMb: megabytes }),
    },
  });
  return { worker, state, runs: 0 };
}

/**
 * Runs a module's `serveThread` generator in a thread and yields its messages. The thread continues
 * only after a message is consumed, so memory stays bounded. Cancellation asks the thread to end;
 * after half a second it is terminated.
 */
export const runThread = <Message>(
  module: URL,
  input: unknown,
  signal: AbortSignal,
): AsyncGenerator<Message> => runLimitedThread<Message>(module, input, { signal });

/**
 * Runs a thread like `runThread`, with a limit of its heap and buffers together.
 *
 * @throws ThreadMemoryError as soon as the limit is exceeded
 */
export async function* runLimitedThread<Message>(
  module: URL,
  input: unknown,
  {
    signal,
    megabytes,
    started = start(module, megabytes),
    keep = () => false,
  }: {
    signal: AbortSignal;
    megabytes?: number;
    started?: Started | undefined;
    /** Called when the work is done; true if the thread is not to be ended. */
    keep?: (started: Started, processorMs: number) => boolean;
  },
): AsyncGenerator<Message> {
  const { worker, state } = started;
  let isKept = false;
  const waiting: ToParent[] = [];
  let wake = () => {};
  const put = (item: ToParent) => {
    waiting.push(item);
    wake();
  };
  worker.removeAllListeners();
  worker.on('message', (item: ToParent) => put(item));
  worker.on('error', (error: NodeJS.ErrnoException) =>
    put(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? { kind: 'memory' }
        : { kind: 'failed', code: null, message: error.message, stack: error.stack },
    ),
  );
  worker.on('exit', () =>
    put({ kind: 'failed', code: null, message: 'The thread ended early.', stack: undefined }),
  );
  const abort = () => {
    askToEnd(state);
    setTimeout(
      () => put({ kind: 'failed', code: 'cancelled', message: 'Cancelled', stack: undefined }),
      END_TIMEOUT_MS,
    );
  };
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  worker.postMessage({ input });
  const endWatch = watchMemory(worker, megabytes, () => put({ kind: 'memory' }));
  try {
    for (;;) {
      while (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const item = waiting.shift()!;
      if (item.kind === 'done') {
        // An ended run's signal would end the next one.
        isKept = !isEnding(state) && keep(started, item.processorMs);
        return;
      }
      if (item.kind === 'memory') throw new ThreadMemoryError();
      if (item.kind === 'failed') throw failure(item, signal);
      yield item.value as Message;
      if (item.kind === 'message') worker.postMessage('more');
    }
  } finally {
    endWatch();
    signal.removeEventListener('abort', abort);
    if (isKept) worker.removeAllListeners();
    else await end(worker, state);
  }
}

/** Calls back when heap and buffers exceed the limit; V8's own limits do not count buffers. */
function watchMemory(
  worker: Worker,
  megabytes: number | undefined,
  exceeded: () => void,
): () => void {
  if (megabytes === undefined) return () => {};
  const watch = setInterval(async () => {
    // Rejects while the thread starts and after it ended.
    const used = await worker.getHeapStatistics().catch(() => null);
    if (used === null) return;
    if (used.used_heap_size + used.external_memory > megabytes * 1024 ** 2) exceeded();
  }, MEMORY_WATCH_MS);
  return () => clearInterval(watch);
}

/** Terminates a thread outside of native code, which it does not enter after an end request. */
export async function end(worker: Worker, state: SharedState): Promise<void> {
  askToEnd(state);
  worker.on('error', () => {});
  // It may be waiting for its last message to be consumed.
  worker.postMessage('more');
  let gone = worker.threadId === -1;
  worker.once('exit', () => {
    gone = true;
  });
  while (!gone && worksNatively(state)) await sleep(10);
  await worker.terminate();
}

function failure(item: Extract<ToParent, { kind: 'failed' }>, signal: AbortSignal): Error {
  if (signal.aborted) return signal.reason instanceof Error ? signal.reason : cancelledError();
  if (item.code !== null) {
    return new AppError(item.code, item.message, item.detail ? { detail: item.detail } : {});
  }
  const error = new Error(item.message);
  if (item.stack) error.stack = item.stack;
  return error;
}

/**
 * Serves the thread's side: `work` yields messages; a yield returns when the parent has consumed
 * all but the last `ahead`. A note is sent during long work without waiting: for progress, a few
 * times a second at most.
 *
 * @param ahead messages that may be pending at the parent, so that neither side waits over small
 * ones
 */
export function serveThread<Input>(
  work: (
    input: Input,
    signal: ThreadSignal,
    note: (value: unknown) => void,
  ) => Iterable<unknown> | AsyncIterable<unknown>,
  { ahead = 0 }: { ahead?: number } = {},
): void {
  const port = parentPort;
  if (port === null) return;
  const { state } = workerData as { state: SharedState };
  adoptState(state);
  const signal: ThreadSignal = {
    get aborted() {
      return isEnding(state);
    },
  };
  let lying = 0;
  let wake = () => {};
  const room = async () => {
    while (lying > ahead) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const serve = async (input: Input) => {
    const before = process.threadCpuUsage();
    try {
      const note = (value: unknown) => port.postMessage({ kind: 'note', value } satisfies ToParent);
      for await (const value of work(input, signal, note)) {
        if (signal.aborted) throw cancelledError();
        lying++;
        port.postMessage({ kind: 'message', value } satisfies ToParent);
        await room();
      }
      const { user, system } = process.threadCpuUsage(before);
      port.postMessage({ kind: 'done', processorMs: (user + system) / 1000 } satisfies ToParent);
    } catch (error) {
      const appError = error instanceof AppError ? error : diskFull(error);
      port.postMessage({
        kind: 'failed',
        code: appError?.code ?? null,
        detail: appError?.detail,
        message: appError?.message ?? (error instanceof Error ? error.message : String(error)),
        stack: error instanceof Error ? error.stack : undefined,
      } satisfies ToParent);
    }
  };
  port.on('message', (message: { input: Input } | 'more') => {
    if (message === 'more') {
      lying--;
      wake();
      return;
    }
    lying = 0;
    void serve(message.input);
  });
}
