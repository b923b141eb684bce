import { expect, test } from 'vitest';
import { AppError, type ErrorCode } from './errors.ts';
import { isAdminRole, ROLES } from './roles.ts';

/** HTTP status of each error code (RFC 9110). 499: client closed the connection. */
const STATUSES: Record<ErrorCode, number> = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  confirmation_needed: 409,
  too_large: 413,
  unsupported_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  cancelled: 499,
  internal: 500,
  unavailable: 503,
};

test.each(Object.entries(STATUSES))('%s is answered with %i', (code, status) => {
  expect(new AppError(code as ErrorCode, 'No.')).toMatchObject({
    name: 'AppError',
    message: 'No.',
    code,
    status,
    detail: undefined,
    retryAfter: undefined,
  });
});

test('a failure keeps its cause, its detail, and when it is worth trying again', () => {
  const cause = new Error('busy');
  const error = new AppError('rate_limited', 'Later.', {
    cause,
    detail: { left: 0 },
    retryAfter: 7,
  });
  expect(error).toMatchObject({ cause, detail: { left: 0 }, retryAfter: 7 });
  expect('cause' in new AppError('internal', 'No.')).toBe(false);
});

test('admins and superadmins administer, users and strangers do not', () => {
  expect(ROLES.filter(isAdminRole)).toEqual(['superadmin', 'admin']);
  expect(isAdminRole(null)).toBe(false);
});
