import { expect, test } from 'vitest';
import type { StatementFacts, TotalMismatch } from '../../shared/bank-formats.ts';
import { confirmTotals } from './confirm-totals.ts';

const facts = (mismatchCount: number, mismatches: TotalMismatch[]): StatementFacts => ({
  format: 'camt.053',
  version: '08',
  statements: 1,
  accounts: 1,
  entries: 2,
  totals: [],
  mismatchCount,
  mismatches,
  unchecked: [],
  listed: [],
});

const CLOSING = {
  line: 40,
  path: 'Stmt/Bal[2]',
  reason: 'the closing balance is 11.25, not 12.00',
};
const COUNT = { line: 9, path: null, reason: 'the file counts 3 entries and has 2' };

test('a file whose totals are those of its entries is taken', () => {
  expect(() => confirmTotals(facts(0, []))).not.toThrow();
});

test('one wrong total is named with its place, and how the file is taken all the same', () => {
  expect(() => confirmTotals(facts(1, [CLOSING]))).toThrow(
    expect.objectContaining({
      code: 'confirmation_needed',
      message:
        "The file's totals do not match its entries. Line 40, Stmt/Bal[2]: the closing balance is 11.25, not 12.00. Nothing was saved. Correct the file, or set accept_rejected=true to import it unchanged.",
    }),
  );
});

test('names the first, counts the others, and lists them in the detail', () => {
  expect(() => confirmTotals(facts(31, [COUNT, CLOSING]))).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(
        'Line 9: the file counts 3 entries and has 2. 30 other totals do not match either. Nothing',
      ),
      detail: {
        totals: true,
        rejected_count: 31,
        rejects: [
          { fromLine: 9, toLine: 9, reason: COUNT.reason, text: '' },
          { fromLine: 40, toLine: 40, reason: CLOSING.reason, text: 'Stmt/Bal[2]' },
        ],
      },
    }),
  );
});
