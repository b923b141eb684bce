import { AppError } from '../shared/errors.ts';

/** What PostgreSQL answers where an address is right and what stands in it is not: the login, or the database's name. */
const REFUSED_LOGIN = new Set(['28000', '28P01', '3D000']);
const SYSTEM_ERROR = /^E[A-Z]+$/;

type CodedError = Error & { code?: unknown; syscall?: unknown };

/** An error of reaching the database that DATABASE_URL names, as a line that says so; any other stays as it is. */
export function explainDatabaseAddress(cause: unknown): never {
  // Where a name has several addresses, each of them failed in its own way.
  const error = (cause instanceof AggregateError ? cause.errors[0] : cause) as CodedError;
  const code = String(error.code);
  if (!REFUSED_LOGIN.has(code) && !SYSTEM_ERROR.test(code)) throw cause;
  throw new AppError(
    'unavailable',
    `The database in DATABASE_URL cannot be reached: ${error.message}.`,
    { cause },
  );
}

/** One line on why the sandbox did not start; null for an error that nobody foresaw, whose stack says more. */
export function describeStartError(error: unknown): string | null {
  if (error instanceof AppError) return error.message;
  const { syscall, message } = error as CodedError;
  return typeof syscall === 'string' ? `The sandbox could not start: ${message}` : null;
}
