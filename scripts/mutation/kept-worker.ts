import {
  BaseSequencer,
  ForksPoolWorker,
  type PoolOptions,
  type PoolWorker,
  type TestSpecification,
  type WorkerRequest,
} from 'vitest/node';

type Listener = (value: unknown) => void;

/** Maximum duration of a run whose worker is reused: a longer one may leave work running. */
const MAX_REUSED_MILLISECONDS = 30_000;

let reusedWorker: ForksPoolWorker | null = null;

export async function endKeptWorker(): Promise<void> {
  const worker = reusedWorker;
  reusedWorker = null;
  await worker?.stop();
}

/**
 * Reuses one process for the tests of successive mutants, so that modules are loaded once; vitest
 * starts a process per run. It is replaced after a run that was cancelled or took long.
 */
class KeptWorker implements PoolWorker {
  readonly name = 'kept';
  readonly cacheFs = true;
  readonly #options: PoolOptions;
  readonly #listeners: [event: string, listener: Listener][] = [];
  #running = false;
  #started = Date.now();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get #process(): ForksPoolWorker {
    if (reusedWorker === null) throw new Error('The worker was not started.');
    return reusedWorker;
  }

  async start(): Promise<void> {
    if (reusedWorker !== null) return;
    const worker = new ForksPoolWorker(this.#options);
    await worker.start();
    worker.on('exit', () => {
      if (reusedWorker === worker) reusedWorker = null;
    });
    reusedWorker = worker;
  }

  send(message: WorkerRequest): void {
    if (message.type === 'stop') {
      this.#emit('message', { type: 'stopped', __vitest_worker_response__: true });
      return;
    }
    if (message.type === 'run') {
      this.#running = true;
      this.#started = Date.now();
    }
    this.#process.send(message);
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    reusedWorker?.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    reusedWorker?.off(event, listener);
  }

  deserialize(data: unknown): unknown {
    if ((data as { type?: string }).type === 'testfileFinished') this.#running = false;
    return data;
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.off(event, listener);
    const isSpent = this.#running || Date.now() - this.#started > MAX_REUSED_MILLISECONDS;
    if (isSpent) await endKeptWorker();
  }

  #emit(event: string, value: unknown): void {
    for (const [name, listener] of this.#listeners) if (name === event) listener(value);
  }
}

export const keptWorker = {
  name: 'kept',
  createPoolWorker: (options: PoolOptions): PoolWorker => new KeptWorker(options),
};

/** Runs fast tests first: one failed test is enough to kill a mutant. */
export class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const needsDatabase = ({ moduleId }: TestSpecification) => moduleId.includes('.database.');
    return files.toSorted((a, b) => Number(needsDatabase(a)) - Number(needsDatabase(b)));
  }
}
