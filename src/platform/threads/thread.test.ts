import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cancelledError } from '../jobs/run-context.ts';
import { runThread } from './thread.ts';
import { runWarmThread, threadResult } from './warm-thread.ts';

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

type Seen = { input: number; startedAt: number; thread: number };

/** Runs the warm thread to its end. */
async function runWarm(input: number): Promise<Seen> {
  let last: Seen | undefined;
  const { signal } = new AbortController();
  for await (const seen of runWarmThread<Seen>(at('warm-thread'), input, signal)) last = seen;
  return last!;
}

test('a warm thread is loaded before its input, serves one at a time and sees its own input', async () => {
  const first = await runWarm(1);
  const second = await runWarm(2);
  expect(second).toEqual({ ...first, input: 2 });
  const together = await Promise.all([runWarm(3), runWarm(4), runWarm(5)]);
  expect(together.map(({ input }) => input)).toEqual([3, 4, 5]);
  expect(new Set(together.map(({ thread }) => thread)).size).toBe(3);
  expect(together.map(({ thread }) => thread)).toContain(first.thread);
});

test('a warm thread that is left before its end serves no other input', async () => {
  const { thread } = await runWarm(6);
  const { signal } = new AbortController();
  for await (const seen of runWarmThread<Seen>(at('warm-thread'), 7, signal)) {
    expect(seen).toMatchObject({ input: 7, thread });
    break;
  }
  expect((await runWarm(8)).thread).not.toBe(thread);
});

test('four warm threads are kept, the latest ones', async () => {
  const threadOf = async (number: number) => {
    const module = new URL(`?${number}`, at('warm-thread'));
    return (await threadResult<Seen>(module, number)).thread;
  };
  const first: number[] = [];
  for (const number of [1, 2, 3, 4, 5]) first.push(await threadOf(number));
  expect([await threadOf(5), await threadOf(2)]).toEqual([first[4], first[1]]);
  expect(await threadOf(1)).not.toBe(first[0]);
});
