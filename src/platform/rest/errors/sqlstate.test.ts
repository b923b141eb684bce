import { expect, test } from 'vitest';
import { statusOfSqlstate } from './sqlstate.ts';

// Statuses from PostgREST's documentation ("Errors from PostgreSQL").
test.each([
  ['08006', 503],
  ['09000', 500],
  ['0L000', 403],
  ['0P000', 403],
  ['23502', 400],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25P02', 500],
  ['28000', 403],
  ['2D000', 500],
  ['38000', 500],
  ['39000', 500],
  ['3B000', 500],
  ['40000', 500],
  ['53400', 500],
  ['53300', 503],
  ['54001', 500],
  ['55000', 500],
  ['57014', 400],
  ['57P01', 503],
  ['58000', 500],
  ['F0000', 500],
  ['HV000', 500],
  ['P0001', 400],
  ['P0002', 500],
  ['XX000', 500],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['42703', 400],
  ['22P02', 400],
  ['PT402', 402],
  ['PT999', 500],
  // A retry succeeds, which PostgREST's 500 would not indicate.
  ['40001', 503],
  ['40P01', 503],
  ['57P03', 503],
])('%s is %i', (code, status) => {
  expect(statusOfSqlstate({ code, message: '' }, true)).toBe(status);
});

test('what depends on the caller or the message', () => {
  expect(statusOfSqlstate({ code: '42501', message: '' }, true)).toBe(403);
  expect(statusOfSqlstate({ code: '42501', message: '' }, false)).toBe(401);
  expect(statusOfSqlstate({ code: '21000', message: 'DELETE requires a WHERE clause' }, true)).toBe(
    400,
  );
  expect(statusOfSqlstate({ code: '21000', message: 'more than one row' }, true)).toBe(500);
  expect(statusOfSqlstate({ code: '22023', message: 'role "x" does not exist' }, true)).toBe(401);
  expect(statusOfSqlstate({ code: '22023', message: 'other' }, true)).toBe(400);
});
