import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { awaitFirstAnswers } from '../data/first-answers.ts';
import { PageBody } from './page-body.tsx';

const shown = () => renderToStaticMarkup(<PageBody>rows</PageBody>);
const LOADING = '<div role="status" aria-label="Loading"></div>';

afterEach(() => vi.useRealTimers());

test('the first page of a visit shows its body with its rows, every other one at once', async () => {
  expect(shown()).toBe('rows');
  const { promise, resolve } = Promise.withResolvers<void>();
  awaitFirstAnswers(promise);
  expect(shown()).toBe(LOADING);
  resolve();
  await expect.poll(shown).toBe('rows');
});

test('rows that take longer than 500 ms are not waited for', async () => {
  vi.useFakeTimers();
  awaitFirstAnswers(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(499);
  expect(shown()).toBe(LOADING);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toBe('rows');
});
