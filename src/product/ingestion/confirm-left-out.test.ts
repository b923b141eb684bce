import { expect, test } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { confirmLeftOut } from './confirm-left-out.ts';

const leftOut = (lines: number) => ({
  lines,
  ranges: [{ fromLine: 7, toLine: 6 + lines, reason: 'Expected 3 values, found 2', text: 'a,b' }],
  more: 0,
});

function refusal(lines: number, linesInFile: number): AppError | null {
  try {
    confirmLeftOut(leftOut(lines), linesInFile);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return error as AppError;
  }
}

test('a thousandth of the lines is left out without a question, and never more than 100', () => {
  expect(refusal(1, 1000)).toBeNull();
  expect(refusal(1, 999)).not.toBeNull();
  expect(refusal(100, 1_000_000)).toBeNull();
  expect(refusal(101, 1_000_000)).not.toBeNull();
  expect(refusal(0, 3)).toBeNull();
});

test('the refusal counts the lines, names the first, and says what to do', () => {
  const error = refusal(12, 300)!;
  expect(error.code).toBe('confirmation_needed');
  expect(error.message).toBe(
    '12 of 300 lines are unreadable; the first is line 7: Expected 3 values, found 2. Nothing was saved. Correct the file, or set accept_rejected=true to skip these lines.',
  );
  expect(error.detail).toEqual({ rejected_count: 12, rejects: leftOut(12).ranges });
});
