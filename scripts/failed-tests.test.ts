import { expect, test } from 'vitest';
import { failedTests } from './failed-tests.ts';

test('tests that failed, that needed a second try, and files that did not load are named with their error', () => {
  const one = (fullName: string, status: string, failureMessages: string[] = []) => ({
    fullName,
    status,
    failureMessages,
  });
  const report = {
    testResults: [
      {
        name: '/p/a.test.ts',
        message: '',
        assertionResults: [
          one('good', 'passed'),
          one('late', 'passed', ['Error: late\n  at a.ts:1\n  at node_modules/b.js:2']),
          one('bad', 'failed', ['Error: bad']),
        ],
      },
      { name: '/p/b.test.ts', message: 'Error: no such module', assertionResults: [] },
    ],
  };
  expect(failedTests(report, '/p')).toEqual([
    'PASSED AT THE SECOND TRY a.test.ts > late\n  Error: late\n    at a.ts:1',
    'FAILED a.test.ts > bad\n  Error: bad',
    'FAILED b.test.ts\n  Error: no such module',
  ]);
});
