import { expect, test } from 'vitest';
import { countsOf, failedTests, filesToTryAgain, withSecondTry } from './test-reports.ts';

const one = (fullName: string, status: string, failureMessages: string[] = []) => ({
  fullName,
  status,
  failureMessages,
});
const file = (name: string, status: string, assertionResults: ReturnType<typeof one>[]) => ({
  name: `/p/${name}`,
  status,
  message: assertionResults.length === 0 ? 'Error: no such module' : '',
  assertionResults,
});

const late = ['Error: late\n  at a.ts:1\n  at node_modules/b.js:2'];
const first = {
  testResults: [
    file('a.test.ts', 'failed', [
      one('good', 'passed'),
      one('late', 'failed', late),
      one('bad', 'failed', ['Error: bad']),
      one('elsewhere', 'pending'),
    ]),
    file('b.test.ts', 'failed', []),
    file('c.test.ts', 'passed', [one('sound', 'passed')]),
  ],
};
const second = {
  testResults: [
    file('a.test.ts', 'failed', [
      one('good', 'passed'),
      one('late', 'passed'),
      one('bad', 'failed', ['Error: bad again']),
      one('elsewhere', 'pending'),
    ]),
    file('b.test.ts', 'passed', [one('loaded', 'passed')]),
  ],
};

test('files with a failed test are tried again, whole; many of them are not', () => {
  expect(filesToTryAgain(first)).toEqual(['/p/a.test.ts', '/p/b.test.ts']);
  const many = [1, 2, 3, 4, 5, 6].map((n) => file(`${n}.test.ts`, 'failed', []));
  expect(filesToTryAgain({ testResults: many })).toEqual([]);
});

test('tests that failed, that needed a second try, and files that did not load are named with their error', () => {
  expect(failedTests(first, '/p')).toEqual([
    'FAILED a.test.ts > late\n  Error: late\n    at a.ts:1',
    'FAILED a.test.ts > bad\n  Error: bad',
    'FAILED b.test.ts\n  Error: no such module',
  ]);
  expect(failedTests(withSecondTry(first, second), '/p')).toEqual([
    'PASSED AT THE SECOND TRY a.test.ts > late\n  Error: late\n    at a.ts:1',
    'FAILED a.test.ts > bad\n  Error: bad again',
    'PASSED AT THE SECOND TRY b.test.ts\n  Error: no such module',
  ]);
});

test('a file that did not load counts as one that failed', () => {
  expect(countsOf(first)).toEqual({ passed: 2, failed: 3, skipped: 1 });
  expect(countsOf(withSecondTry(first, second))).toEqual({ passed: 4, failed: 1, skipped: 1 });
});
