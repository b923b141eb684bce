import { toast } from 'sonner';
import { beforeEach, expect, test, vi } from 'vitest';
import { fail, notice, warn } from './notices.ts';
import { ServiceError, UNREACHABLE } from './service-error.ts';

type Shown = { title?: unknown; description?: unknown; type?: string; duration?: number };

/** What is on the page, the newest last. */
const shown = () =>
  (toast.getToasts() as Shown[]).map(({ title, description, type, duration }) => ({
    title,
    description,
    type,
    duration,
  }));
const newest = () => shown().at(-1);

beforeEach(() => {
  toast.dismiss();
});

test('what worked is shown with its title, and a sentence where there is one', () => {
  notice('Saved');
  expect(newest()).toMatchObject({ title: 'Saved', description: undefined });
  notice('Saved', 'Two rows changed.');
  expect(newest()).toMatchObject({ title: 'Saved', description: 'Two rows changed.' });
});

test('a warning stays for eight seconds', () => {
  warn('Look', 'Some rows were left out.');
  expect(newest()).toMatchObject({ type: 'warning', duration: 8000 });
  warn('Look');
  expect(newest()).toMatchObject({ type: 'warning', duration: 8000 });
});

test.each([
  [new ServiceError('Not yours'), 'Not yours'],
  ['The file is empty.', 'The file is empty.'],
  [new TypeError('Failed to fetch'), UNREACHABLE],
  [new Error(''), 'It could not be saved.'],
])('a failure says %s in words', (error, description) => {
  fail('Error', error, 'It could not be saved.');
  expect(newest()).toEqual({ title: 'Error', description, type: 'error', duration: 10_000 });
});

test('a success closes the notices of failures', () => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  const failed = () => shown().filter(({ type }) => type === 'error');
  fail('Error', 'First');
  fail('Validation Error', 'A name is required.');
  expect(failed().length).toBe(2);
  notice('Saved');
  expect(failed()).toEqual([]);
  expect(newest()).toMatchObject({ title: 'Saved' });
  vi.unstubAllGlobals();
});

test('a failure may have a title alone', () => {
  fail('Error');
  expect(newest()).toMatchObject({ title: 'Error', description: undefined, duration: undefined });
});

test('the newest finding about what was typed takes the place of the one before', () => {
  const findings = () => shown().filter(({ title }) => title === 'Validation Error');
  fail('Validation Error', 'An e-mail is required.');
  fail('Validation Error', 'A password is required.');
  expect(findings().map(({ description }) => description)).toEqual(['A password is required.']);
  fail('Error', 'First');
  fail('Error', 'Second');
  expect(shown().filter(({ title }) => title === 'Error')).toHaveLength(2);
});
