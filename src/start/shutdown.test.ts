import { expect, test } from 'vitest';
import { createReleasers } from './shutdown.ts';

test('releases in reverse order, and continues after a failure', async () => {
  const seen: string[] = [];
  const releasers = createReleasers();
  releasers.add('database', async () => seen.push('database'));
  releasers.add('server', () => Promise.reject(new Error('busy')));
  releasers.add('worker', async () => {
    // Still open during this wait.
    await Promise.resolve();
    seen.push('worker');
  });
  const failed: [string, unknown][] = [];
  await releasers.run((name, error) => failed.push([name, error]));
  expect(seen).toEqual(['worker', 'database']);
  expect(failed).toEqual([['server', new Error('busy')]]);
});

test('nothing is let go twice', async () => {
  let count = 0;
  const releasers = createReleasers();
  releasers.add('database', async () => count++);
  await releasers.run(() => {});
  await releasers.run(() => {});
  expect(count).toBe(1);
});
