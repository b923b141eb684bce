import { relative } from 'node:path';

const LINES = 12;

type Report = {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/**
 * The tests of a report of vitest that failed, or failed first and passed when tried again, each with the beginning of
 * its error: what stands in the middle of a long log is here found at its end.
 */
export function failedTests(report: Report, root: string): string[] {
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0);
    if (failed.length === 0 && message) return [`FAILED ${file}\n${beginning(message)}`];
    return failed.map(({ status, fullName, failureMessages }) => {
      const verdict = status === 'passed' ? 'PASSED AT THE SECOND TRY' : 'FAILED';
      return `${verdict} ${file} > ${fullName}\n${beginning(failureMessages[0]!)}`;
    });
  });
}

function beginning(message: string): string {
  const lines = message.split('\n').filter((line) => !line.includes('node_modules'));
  return lines
    .slice(0, LINES)
    .map((line) => `  ${line}`)
    .join('\n');
}
