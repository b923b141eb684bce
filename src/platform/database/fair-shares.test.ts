import { expect, test } from 'vitest';
import { createFairShares } from './fair-shares.ts';

const shares = () => createFairShares(2, { timeoutMs: 50, onTimeout: () => new Error('busy') });
const gate = () => Promise.withResolvers<string>();

test('a third piece of work waits for one of the same user, and others pass', async () => {
  const withFairShare = shares();
  const order: string[] = [];
  const [one, two] = [gate(), gate()];
  const run = (user: string, name: string, until?: Promise<string>) =>
    withFairShare(user, async () => {
      order.push(name);
      return (await until) ?? name;
    });
  const first = run('a', 'one', one.promise);
  const second = run('a', 'two', two.promise);
  const third = run('a', 'three');
  expect(await run('b', 'other')).toBe('other');
  expect(order).toEqual(['one', 'two', 'other']);
  one.resolve('done');
  expect(await third).toBe('three');
  two.resolve('done');
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
});

test('refuses a waiter after the timeout and frees its place', async () => {
  const withFairShare = shares();
  const gateOpen = gate();
  const holding = [1, 2].map(() => withFairShare('a', () => gateOpen.promise));
  await expect(withFairShare('a', async () => 'late')).rejects.toThrow('busy');
  gateOpen.resolve('done');
  await Promise.all(holding);
  expect(await withFairShare('a', async () => 'next')).toBe('next');
});

test('work that fails gives its place back', async () => {
  const withFairShare = shares();
  for (let i = 0; i < 5; i++) {
    await expect(withFairShare('a', () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    );
  }
  expect(await withFairShare('a', async () => 'next')).toBe('next');
});

test('never more than a share at a time, whatever comes and goes', async () => {
  const withFairShare = createFairShares(3);
  let running = 0;
  let most = 0;
  const work = async (i: number) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, i % 3));
    running--;
    if (i % 7 === 0) throw new Error('failed');
  };
  const all = await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) => withFairShare('a', () => work(i))),
  );
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(9);
  expect(most).toBe(3);
});
