import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

const REST_MS = 2000;

/** Returns the longest wait of /healthz during work, seen from a thread that nothing else occupies. */
async function probed(url: string, work: () => Promise<unknown>): Promise<number> {
  const module = new URL('./health-probe-thread.ts', import.meta.url);
  const probe = new Worker(module, { workerData: url });
  const reported = once(probe, 'message');
  reported.catch(() => {});
  await work();
  probe.postMessage('stop');
  const [longest] = (await reported) as [number];
  await probe.terminate();
  return longest;
}

/** Longest wait of /healthz during work, less the longest of the machine at rest. */
export async function longestWait(url: string, work: () => Promise<unknown>): Promise<number> {
  const rest = await probed(url, () => sleep(REST_MS));
  const longest = await probed(url, work);
  process.stdout.write(`longest wait of /healthz: ${longest} ms, ${rest} ms at rest\n`);
  return longest - rest;
}
