import { cancelledError } from '../jobs/run-context.ts';

/** What a thread and its parent both see: whether it shall end, and how much native work goes on in it. */
export type SharedState = Int32Array;

const ENDING = 0;
const NATIVE = 1;
const WATCH_MILLISECONDS = 50;

/** Of a thread that is about to load its modules, of which some are native. */
export function newState(): SharedState {
  const state = new Int32Array(new SharedArrayBuffer(8));
  Atomics.store(state, NATIVE, 1);
  return state;
}
export const isEnding = (state: SharedState): boolean => Atomics.load(state, ENDING) === 1;
export const worksNatively = (state: SharedState): boolean => Atomics.load(state, NATIVE) > 0;
export function askToEnd(state: SharedState): void {
  Atomics.store(state, ENDING, 1);
}

/** This thread's own; null in a process's main thread. */
let own: SharedState | null = null;
/** Once all modules are loaded. */
export function adoptState(state: SharedState): void {
  own = state;
  Atomics.sub(state, NATIVE, 1);
}

/**
 * Says that native code is at work from now on until the answered function is called: a thread that is ended in its
 * midst takes the whole process along. Once the thread shall end none begins, and what goes on is interrupted.
 *
 * @throws AppError where the thread shall end
 */
export function beginNativeWork(interrupt: () => void): () => void {
  const state = own;
  if (state === null) return () => {};
  // Counted first and looked at second: the one that asks for the end looks the other way round.
  Atomics.add(state, NATIVE, 1);
  if (isEnding(state)) {
    Atomics.sub(state, NATIVE, 1);
    throw cancelledError();
  }
  const watch = setInterval(() => isEnding(state) && interrupt(), WATCH_MILLISECONDS);
  return () => {
    clearInterval(watch);
    Atomics.sub(state, NATIVE, 1);
  };
}
