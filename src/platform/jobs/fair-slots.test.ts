import { expect, test } from 'vitest';
import { createFairSlots } from './fair-slots.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function desk(total: number, maxWaiting = 20) {
  const slots = createFairSlots(total, maxWaiting);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (key: string, name: string) =>
    slots.run(key, async () => {
      started.push(name);
      await new Promise<void>((end) => {
        ends.set(name, end);
      });
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await turn();
  };
  return { run, end, started };
}

test('one key never holds the last place', async () => {
  const { run, end, started } = desk(3);
  const mine = ['a1', 'a2', 'a3', 'a4'].map((name) => run('a', name));
  const other = run('b', 'b1');
  await turn();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(await other).toBe('b1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  for (const name of ['a1', 'a2', 'a3', 'a4']) await end(name);
  expect(await Promise.all(mine)).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('the next free place goes to the key with the least running, then to the first in line', async () => {
  const { run, end, started } = desk(2);
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  void run('b', 'b1');
  void run('b', 'b2');
  void run('c', 'c1');
  await turn();
  expect(started).toEqual(['a1', 'b1']);
  await end('b1');
  expect(started.slice(2)).toEqual(['b2']);
  await end('a1');
  expect(started.slice(3)).toEqual(['a2']);
  await end('b2');
  expect(started.slice(4)).toEqual(['c1']);
});

test('work that fails gives its place back', async () => {
  const slots = createFairSlots(2, 20);
  for (let i = 0; i < 5; i++) {
    await expect(slots.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow();
  }
  expect(await slots.run('a', async () => 'next')).toBe('next');
});

test('refuses the twenty-first waiter with a retry time; others are unaffected', async () => {
  const { run, started } = desk(2, 20);
  for (let i = 0; i < 21; i++) void run('a', `a${i}`);
  await expect(run('a', 'late')).rejects.toMatchObject({ status: 429, retryAfter: 60 });
  void run('b', 'b1');
  await turn();
  expect(started).toEqual(['a0', 'b1']);
});
