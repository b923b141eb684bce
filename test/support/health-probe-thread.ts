import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 20;

/** Requests /healthz one after another until asked to stop; reports the longest wait in milliseconds. */
let running = true;
parentPort!.once('message', () => {
  running = false;
});
let longest = 0;
while (running) {
  const begun = performance.now();
  const { ok } = await fetch(`${workerData as string}/healthz`);
  if (!ok) throw new Error('/healthz failed');
  longest = Math.max(longest, performance.now() - begun);
  await sleep(PAUSE_MS);
}
parentPort!.postMessage(Math.round(longest));
