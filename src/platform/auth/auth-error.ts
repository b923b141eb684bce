export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;
  /** Retry-After in seconds. */
  retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export function tooManyRequests(code: string, message: string, retryAfter: number): AuthError {
  const error = new AuthError(429, code, message);
  error.retryAfter = retryAfter;
  return error;
}

export const invalidCredentials = () =>
  new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
export const validationFailed = (message: string) =>
  new AuthError(400, 'validation_failed', message);
export const banned = (status: 400 | 403) => new AuthError(status, 'user_banned', 'User is banned');
