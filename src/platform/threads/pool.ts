import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads';

type Task<Shared, Input, Output> = {
  name: string;
  run: (shared: Shared, input: Input, pause: () => void) => Output;
};

type ToThread = {
  run: number;
  name: string;
  shared: unknown;
  inputs: readonly unknown[];
  state: Int32Array;
};
type ToCaller = { run: number; index: number } & ({ value: unknown } | { error: unknown });

/** Places of a run's shared state: next input, finished inputs, signs of life, request to stop. */
const [NEXT, DONE, BEATS, STOPPED] = [0, 1, 2, 3];
const WAIT_MS = 200;
/** Time without a finished input or a sign of life after which a thread counts as lost. */
const LOST_MS = 120_000;
const MAX_YOUNG_MEGABYTES = 24;

/**
 * Threads that share the inputs of a task with the calling thread, which waits for them without
 * yielding: synchronous code can use them. Threads start with the first run that needs them.
 */
export class ThreadPool {
  readonly #module: URL;
  readonly #threads: number;
  readonly #others: { worker: Worker; port: MessagePort }[] = [];
  #runs = 0;

  /**
   * @param module calls `servePool` with the tasks
   * @param threads number of threads with the calling one
   */
  constructor(module: URL, threads: number) {
    this.#module = module;
    this.#threads = threads;
  }

  /**
   * Runs a task on each input and returns the results in the order of the inputs.
   *
   * @param pause called between steps with the number of finished inputs; may throw to stop
   * @throws the first error of a task
   */
  run<Shared, Input, Output>(
    task: Task<Shared, Input, Output>,
    {
      shared,
      inputs,
      pause = () => {},
    }: {
      shared: Shared;
      inputs: readonly Input[];
      pause?: ((done: number) => void) | undefined;
    },
  ): Output[] {
    this.#start(Math.min(this.#threads, inputs.length) - 1);
    const run = ++this.#runs;
    const state = new Int32Array(new SharedArrayBuffer(16));
    const message: ToThread = { run, name: task.name, shared, inputs, state };
    for (const { port } of this.#others) port.postMessage(message);
    const outputs = new Array<Output>(inputs.length);
    const report = () => pause(Atomics.load(state, DONE));
    try {
      for (const index of claims(state, inputs.length)) {
        outputs[index] = task.run(shared, inputs[index]!, report);
        Atomics.add(state, DONE, 1);
      }
      waitFor(state, inputs.length, report);
    } finally {
      Atomics.store(state, STOPPED, 1);
    }
    for (const answer of this.#answers(run)) {
      if ('error' in answer) throw answer.error;
      outputs[answer.index] = answer.value as Output;
    }
    return outputs;
  }

  close(): void {
    for (const { worker, port } of this.#others.splice(0)) {
      port.close();
      void worker.terminate();
    }
  }

  #start(count: number): void {
    while (this.#others.length < count) {
      const { port1, port2 } = new MessageChannel();
      const worker = new Worker(this.#module, {
        workerData: { port: port2 },
        transferList: [port2],
        resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MEGABYTES },
      });
      worker.unref();
      // A thread that does not start takes no inputs; one that is lost is noticed by its silence.
      worker.on('error', () => {});
      this.#others.push({ worker, port: port1 });
    }
  }

  *#answers(run: number): Generator<ToCaller> {
    for (const { port } of this.#others) {
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
        const answer: ToCaller = next.message;
        // A stopped run may have left answers.
        if (answer.run === run) yield answer;
      }
    }
  }
}

/** Yields the indexes of inputs that no other thread has taken. */
function* claims(state: Int32Array, count: number): Generator<number> {
  for (;;) {
    if (Atomics.load(state, STOPPED) === 1) return;
    const index = Atomics.add(state, NEXT, 1);
    if (index >= count) return;
    yield index;
  }
}

function waitFor(state: Int32Array, count: number, report: () => void): void {
  let quiet = 0;
  let beats = -1;
  for (;;) {
    const done = Atomics.load(state, DONE);
    if (done >= count) return;
    report();
    const alive = Atomics.load(state, BEATS) + done;
    quiet = alive === beats ? quiet + WAIT_MS : 0;
    beats = alive;
    if (quiet > LOST_MS) throw new Error('A thread ended before its task.');
    Atomics.wait(state, DONE, done, WAIT_MS);
  }
}

/** Serves the runs of a `ThreadPool` in a thread of it. */
export function servePool(tasks: readonly Task<never, never, unknown>[]): void {
  const { port } = (workerData ?? {}) as { port?: MessagePort };
  if (port === undefined) return;
  port.on('message', ({ run, name, shared, inputs, state }: ToThread) => {
    const task = tasks.find((known) => known.name === name)!;
    const pause = () => {
      Atomics.add(state, BEATS, 1);
      if (Atomics.load(state, STOPPED) === 1) throw new Error('The run was stopped.');
    };
    for (const index of claims(state, inputs.length)) {
      const answer = answerOf(() => task.run(shared as never, inputs[index] as never, pause));
      port.postMessage({ run, index, ...answer } as ToCaller);
      Atomics.add(state, DONE, 1);
      Atomics.notify(state, DONE);
    }
  });
}

function answerOf(work: () => unknown): { value: unknown } | { error: unknown } {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
