import { cancelledError } from '../jobs/run-context.ts';

/** State shared by a thread and its parent: end requested, and count of running native work. */
export type SharedState = Int32Array;

const ENDING = 0;
const NATIVE = 1;
const WATCH_MILLISECONDS = 50;

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

let own: SharedState | null = null;
export function adoptState(state: SharedState): void {
  own = state;
  Atomics.sub(state, NATIVE, 1);
}

/**
 * Marks native code as running until the returned function is called: terminating a thread within
 * it would crash the process. After an end request none starts, and running work is interrupted.
 *
 * @throws AppError after an end request
 */
export function beginNativeWork(interrupt: () => void): () => void {
  const state = own;
  if (state === null) return () => {};
  // Count first, then check; the requester of the end does the reverse.
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
