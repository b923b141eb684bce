import { expect, test } from 'vitest';
import { createRestartLimit } from './restart-limit.ts';

test('allows five restarts of a part within a minute', () => {
  let time = 0;
  const allows = createRestartLimit(() => time);
  const answers = [];
  for (let i = 0; i < 6; i++) {
    answers.push(allows('API'));
    time += 10_000;
  }
  expect(answers).toEqual([true, true, true, true, true, false]);
  expect(allows('worker')).toBe(true);
});

test('forgets restarts of more than a minute ago', () => {
  let time = 0;
  const allows = createRestartLimit(() => time);
  for (let i = 0; i < 50; i++) {
    expect(allows('API')).toBe(true);
    time += 12_000;
  }
});
