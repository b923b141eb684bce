import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { meterProcessorTime } from './processor-time.ts';

async function spin(processorSeconds: number): Promise<void> {
  const begun = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(begun);
    if (user + system > processorSeconds * 1_000_000) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('work is stopped after its seconds of processor, and not for waiting', async () => {
  let stopped = 0;
  const end = meterProcessorTime(0.3, () => stopped++);
  await sleep(700);
  expect(stopped).toBe(0);
  await spin(0.7);
  await sleep(300);
  expect(stopped).toBe(1);
  end();
});

test('two meters share the process time, and ended work is not stopped again', async () => {
  let stopped = 0;
  const ends = [0, 1].map(() => meterProcessorTime(0.6, () => stopped++));
  const third = meterProcessorTime(0.05, () => stopped++);
  third();
  await spin(0.7);
  await sleep(300);
  expect(stopped).toBe(0);
  for (const end of ends) end();
});
