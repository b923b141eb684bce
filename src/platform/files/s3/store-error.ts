import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError } from '../../../shared/errors.ts';

const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
/** Socket and timeout errors of the HTTP client, after its own retries. */
const UNREACHABLE =
  /^(E[A-Z]+|ERR_[A-Z_]+|TimeoutError|RequestTimeout.*|CredentialsProviderError)$/;
const RETRY_SECONDS = 5;

/** Translates the object store's errors; others (of the source stream, an abort) are unchanged. */
export function storeError(error: unknown): unknown {
  if (error instanceof S3ServiceException) {
    if (MISSING.has(error.name))
      return new AppError('not_found', 'The file no longer exists.', { cause: error });
    return unavailable(error.name, error);
  }
  const { code, name } = error as { code?: unknown; name?: string };
  const unreachable = [code, name].find(
    (each) => typeof each === 'string' && UNREACHABLE.test(each),
  );
  return unreachable === undefined ? error : unavailable(String(unreachable), error);
}

const unavailable = (reason: string, cause: unknown) =>
  new AppError('unavailable', `The object store is not available (${reason}).`, {
    cause,
    retryAfter: RETRY_SECONDS,
  });
