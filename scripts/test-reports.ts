import { relative } from 'node:path';

const LINES = 12;
/** Where more files fail, they fail for a reason that a second try would only hide longer. */
const MAX_TRIED_AGAIN = 5;

type TestResult = { fullName: string; status: string; failureMessages: string[] };
type FileResult = {
  name: string;
  status: string;
  message: string;
  assertionResults: TestResult[];
};
/** What is read of a report of vitest in JSON. */
export type TestReport = { testResults: FileResult[] };

/** The files to run a second time, alone: tests of one file build on one another, so that one of them can't be. */
export function filesToTryAgain({ testResults }: TestReport): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length <= MAX_TRIED_AGAIN ? failed : [];
}

/** The report after a second try: its results of the files it ran, with the errors of the first. */
export function withSecondTry(first: TestReport, second: TestReport): TestReport {
  const again = new Map(second.testResults.map((file) => [file.name, file]));
  return {
    ...first,
    testResults: first.testResults.map((file) => {
      const tried = again.get(file.name);
      return tried === undefined ? file : withErrorsOf(file, tried);
    }),
  };
}

function withErrorsOf(first: FileResult, second: FileResult): FileResult {
  const errors = new Map(
    first.assertionResults.map(({ fullName, failureMessages }) => [fullName, failureMessages]),
  );
  return {
    ...second,
    message: second.message || first.message,
    assertionResults: second.assertionResults.map((test) =>
      test.failureMessages.length > 0
        ? test
        : { ...test, failureMessages: errors.get(test.fullName) ?? [] },
    ),
  };
}

/** Files that hold no test, because they did not load, count as one that failed. */
export function countsOf({ testResults }: TestReport) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed').length;
    const passed = assertionResults.filter((test) => test.status === 'passed').length;
    counts.passed += passed;
    counts.failed += status === 'failed' ? Math.max(failed, 1) : failed;
    counts.skipped += assertionResults.length - passed - failed;
  }
  return counts;
}

/**
 * The tests that failed, or failed first and passed when their file was tried again, each with the beginning of its
 * error: what stands in the middle of a long log is here found at its end.
 */
export function failedTests({ testResults }: TestReport, root: string): string[] {
  return testResults.flatMap(({ name, status: ofFile, message, assertionResults }) => {
    const file = relative(root, name);
    const verdictOf = (status: string) =>
      status === 'passed' ? 'PASSED AT THE SECOND TRY' : 'FAILED';
    const failed = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0);
    if (failed.length === 0 && message) {
      return [`${verdictOf(ofFile)} ${file}\n${beginning(message)}`];
    }
    return failed.map(
      ({ status, fullName, failureMessages }) =>
        `${verdictOf(status)} ${file} > ${fullName}\n${beginning(failureMessages[0]!)}`,
    );
  });
}

function beginning(message: string): string {
  const lines = message.split('\n').filter((line) => !line.includes('node_modules'));
  return lines
    .slice(0, LINES)
    .map((line) => `  ${line}`)
    .join('\n');
}
