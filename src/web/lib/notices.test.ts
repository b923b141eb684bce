import { beforeEach, expect, test } from 'vitest';
import { currentNotices, dismissNotice, fail, notice, warn } from './notices.ts';
import { ServiceError, UNREACHABLE } from './service-error.ts';

const newest = () => currentNotices().at(-1);

beforeEach(() => {
  for (const { id } of currentNotices()) dismissNotice(id);
});

test('what worked is shown with its title, and a sentence where there is one', () => {
  notice('Saved');
  expect(newest()).toMatchObject({ title: 'Saved', description: undefined });
  notice('Saved', 'Two rows changed.');
  expect(newest()).toMatchObject({ title: 'Saved', description: 'Two rows changed.' });
});

test('a warning stays for eight seconds', () => {
  warn('Look', 'Some rows were left out.');
  expect(newest()).toMatchObject({ kind: 'warning', durationMs: 8000 });
  warn('Look');
  expect(newest()).toMatchObject({ kind: 'warning', durationMs: 8000 });
});

test.each([
  [new ServiceError('Not yours'), 'Not yours'],
  ['The file is empty.', 'The file is empty.'],
  [new TypeError('Failed to fetch'), UNREACHABLE],
  [new Error(''), 'It could not be saved.'],
])('a failure says %s in words', (error, description) => {
  fail('Error', error, 'It could not be saved.');
  expect(newest()).toMatchObject({
    kind: 'failure',
    title: 'Error',
    description,
    durationMs: 10_000,
  });
});

test('a success closes the notices of failures', () => {
  const failed = () => currentNotices().filter(({ kind }) => kind === 'failure');
  fail('Error', 'First');
  fail('Validation Error', 'A name is required.');
  expect(failed().length).toBe(2);
  notice('Saved');
  expect(failed()).toEqual([]);
  expect(newest()).toMatchObject({ title: 'Saved' });
});

test('a failure may have a title alone', () => {
  fail('Error');
  expect(newest()).toMatchObject({ title: 'Error', description: undefined });
});

test('the newest validation message replaces the previous one', () => {
  const findings = () => currentNotices().filter(({ title }) => title === 'Validation Error');
  fail('Validation Error', 'An e-mail is required.');
  fail('Validation Error', 'A password is required.');
  expect(findings().map(({ description }) => description)).toEqual(['A password is required.']);
  fail('Error', 'First');
  fail('Error', 'Second');
  expect(currentNotices().filter(({ title }) => title === 'Error')).toHaveLength(2);
});
