import { expect, test } from 'vitest';
import { runBoundedThread } from './bounded-thread.ts';

const MODULE = new URL('./greedy-thread.fixture.ts', import.meta.url);
const bounds = {
  processorSeconds: 30,
  megabytes: 200,
  exceeded: (limit: string) => new Error(`exceeded ${limit}`),
};

test.each(['heap', 'buffers'])('a thread that fills its %s is ended', async (way) => {
  const before = process.memoryUsage.rss();
  await expect(runBoundedThread(MODULE, way, bounds)).rejects.toThrow('exceeded memory');
  expect(process.memoryUsage.rss() - before).toBeLessThan(1500 * 1024 ** 2);
});

test('a thread that computes without end is ended', async () => {
  const short = { ...bounds, processorSeconds: 1 };
  await expect(runBoundedThread(MODULE, 'time', short)).rejects.toThrow('exceeded time');
});
