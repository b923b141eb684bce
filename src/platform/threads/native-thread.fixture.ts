import { setTimeout as sleep } from 'node:timers/promises';
import { beginNativeWork } from './native-work.ts';
import { serveThread } from './thread.ts';

/** Holds the thread as native code does that hears of no interrupt, and notes when it lets go. */
serveThread<Int32Array>(async function* (left) {
  const end = beginNativeWork(() => {});
  yield 'begun';
  await sleep(1500);
  Atomics.store(left, 0, 1);
  end();
});
