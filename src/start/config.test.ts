import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a variable set to nothing counts as not set', () => {
  const blank = { SESSION_HOURS: '', WORKERS: ' ', LOG_LEVEL: '', PORT: '', HOST: '' };
  expect(readConfig(blank)).toEqual(readConfig({}));
});

test('a wrong value is named with its variable', () => {
  expect(() => readConfig({ PORT: 'abc' })).toThrow('PORT');
  expect(() => readConfig({ SESSION_HOURS: '-1' })).toThrow('SESSION_HOURS');
});
