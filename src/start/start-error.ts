import { AppError } from '../shared/errors.ts';

/** PostgreSQL's errors for a reachable server with a wrong login or database name. */
const REFUSED_LOGIN = new Set(['28000', '28P01', '3D000']);
const SYSTEM_ERROR = /^E[A-Z]+$/;

type CodedError = Error & { code?: unknown; syscall?: unknown };

/** Explains errors of connecting to DATABASE_URL in one line; rethrows others unchanged. */
export function explainDatabaseAddress(cause: unknown): never {
  // A name with several addresses fails once for each.
  const error = (cause instanceof AggregateError ? cause.errors[0] : cause) as CodedError;
  const code = String(error.code);
  if (!REFUSED_LOGIN.has(code) && !SYSTEM_ERROR.test(code)) throw cause;
  throw new AppError(
    'unavailable',
    `The database in DATABASE_URL cannot be reached: ${error.message}.`,
    { cause },
  );
}

/** Describes a failed start in one line; null for unexpected errors, which need their stack. */
export function describeStartError(error: unknown): string | null {
  if (error instanceof AppError) return error.message;
  const { syscall, message } = error as CodedError;
  return typeof syscall === 'string' ? `The sandbox could not start: ${message}` : null;
}
