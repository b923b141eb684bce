import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessOrder, READY } from './process-order.ts';

const STOP_MILLISECONDS = 10_000;
const FIRST_WAIT_MILLISECONDS = 200;
const MAX_WAIT_MILLISECONDS = 5_000;
/** Lifetime after which a process counts as stable, and its next restart as its first. */
const STABLE_MILLISECONDS = 5_000;

export type Supervised = {
  /** True once the process has reported that it is ready; false if it ended before. */
  ready: Promise<boolean>;
  stop: () => Promise<void>;
};

/** Forks a process and restarts it when it ends, after growing delays. */
export function supervise({
  file,
  order,
  onDeath,
}: {
  file: URL;
  order: ProcessOrder;
  /** Reports an unexpected end; false ends the supervision. */
  onDeath: (reason: string) => boolean;
}): Supervised {
  let stopping = false;
  let child: ChildProcess;
  let setReady: (ready: boolean) => void = () => {};
  const ready = new Promise<boolean>((resolve) => {
    setReady = resolve;
  });
  const start = (wait: number, isRestart: boolean) => {
    const startedAt = Date.now();
    child = fork(file, { stdio: 'inherit' });
    child.send({ ...order, isRestart });
    // In watch mode Node sends messages of its own.
    child.on('message', (message) => {
      if (message === READY) setReady(true);
    });
    child.once('exit', async (code, signal) => {
      setReady(false);
      if (stopping || !onDeath(signal ?? `exit code ${code}`)) return;
      const stable = Date.now() - startedAt > STABLE_MILLISECONDS;
      await sleep(stable ? FIRST_WAIT_MILLISECONDS : wait);
      if (!stopping) start(stable ? wait : Math.min(wait * 2, MAX_WAIT_MILLISECONDS), true);
    });
  };
  start(FIRST_WAIT_MILLISECONDS, false);
  return {
    ready,
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      await new Promise<void>((resolve) => {
        const force = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
        child.once('exit', () => {
          clearTimeout(force);
          resolve();
        });
        child.kill('SIGTERM');
      });
    },
  };
}
