import { setTimeout as sleep } from 'node:timers/promises';
import { beginNativeWork } from './native-work.ts';
import { serveThread } from './thread.ts';

/** Blocks the thread like native code that cannot be interrupted, and records its release. */
serveThread<Int32Array>(async function* (left) {
  const end = beginNativeWork(() => {});
  yield 'begun';
  await sleep(1500);
  Atomics.store(left, 0, 1);
  end();
});
