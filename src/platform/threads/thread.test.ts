import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cancelledError } from '../jobs/run-context.ts';
import { runThread, runWarmThread } from './thread.ts';

const at = (name: string) => new URL(`./${name}.fixture.ts`, import.meta.url);

async function cancelledAfter(name: string, input: unknown, milliseconds: number): Promise<number> {
  const abort = new AbortController();
  const messages: unknown[] = [];
  const taking = (async () => {
    for await (const message of runThread(at(name), input, abort.signal)) messages.push(message);
  })();
  taking.catch(() => {});
  while (messages.length === 0) await sleep(5);
  await sleep(milliseconds);
  const start = performance.now();
  abort.abort(cancelledError());
  await expect(taking).rejects.toThrow('Cancelled');
  return performance.now() - start;
}

test.each([0, 5, 50, 300])(
  'a query that never ends is interrupted %s ms after it began, and the process lives',
  async (milliseconds) => {
    expect(await cancelledAfter('query-thread', null, milliseconds)).toBeLessThan(10_000);
  },
);

test('a thread is not ended in the midst of native code', async () => {
  const releases = new Int32Array(new SharedArrayBuffer(4));
  await cancelledAfter('native-thread', releases, 0);
  expect(releases[0]).toBe(1);
});

test('a reader who takes no more ends the thread as gently', async () => {
  const releases = new Int32Array(new SharedArrayBuffer(4));
  for await (const message of runThread(
    at('native-thread'),
    releases,
    new AbortController().signal,
  )) {
    expect(message).toBe('begun');
    break;
  }
  expect(releases[0]).toBe(1);
});

test('no native code begins in a thread that shall end', async () => {
  const abort = new AbortController();
  abort.abort(cancelledError());
  const thread = runThread(at('query-thread'), null, abort.signal);
  await expect(
    (async () => {
      for await (const _ of thread);
    })(),
  ).rejects.toThrow('Cancelled');
});

test('a warm thread is loaded before its input, serves once and sees its own input', async () => {
  const run = async (input: number) => {
    const { signal } = new AbortController();
    for await (const seen of runWarmThread<Seen>(at('warm-thread'), input, signal)) return seen;
    throw new Error('no message');
  };
  type Seen = { input: number; startedAt: number; thread: number };
  await run(1);
  const together = await Promise.all([run(3), run(4), run(5)]);
  expect(together.map(({ input }) => input)).toEqual([3, 4, 5]);
  expect(new Set(together.map(({ thread }) => thread)).size).toBe(3);
  const isLoadedBefore = async () => {
    const begun = Date.now();
    return (await run(6)).startedAt < begun;
  };
  await expect.poll(isLoadedBefore, { interval: 500, timeout: 10_000 }).toBe(true);
});
