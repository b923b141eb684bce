import { relative } from 'node:path';

const LINES = 12;
/** Maximum number of retried files: more failures have a cause that a retry would only hide. */
const MAX_TRIED_AGAIN = 5;

type TestResult = { fullName: string; status: string; failureMessages: string[] };
type FileResult = {
  name: string;
  status: string;
  message: string;
  assertionResults: TestResult[];
};
export type TestReport = { testResults: FileResult[] };

/** Returns the files to retry, whole, because tests of one file depend on each other. */
export function filesToTryAgain({ testResults }: TestReport): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length <= MAX_TRIED_AGAIN ? failed : [];
}

/** Merges a retry into a report: results of the retry, with the errors of the first run. */
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

/** Lists tests that failed, or passed only on retry, with the beginning of their errors. */
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
