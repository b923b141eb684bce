import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError } from '../../../shared/errors.ts';

const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
/** Socket and time limit errors of the HTTP client; it has tried again by then. */
const UNREACHABLE =
  /^(E[A-Z]+|ERR_[A-Z_]+|TimeoutError|RequestTimeout.*|CredentialsProviderError)$/;
const RETRY_SECONDS = 5;

/**
 * What the object store's answer means to who asked. What is not of the store (an error of the stream that was to be
 * stored, an abort) stays as it is.
 */
export function storeError(error: unknown): unknown {
  if (error instanceof S3ServiceException) {
    if (MISSING.has(error.name))
      return new AppError('not_found', 'The file is gone.', { cause: error });
    return unavailable(error.name, error);
  }
  const { code, name } = error as { code?: unknown; name?: string };
  const known = [code, name].find((each) => typeof each === 'string' && UNREACHABLE.test(each));
  return known === undefined ? error : unavailable(String(known), error);
}

const unavailable = (reason: string, cause: unknown) =>
  new AppError('unavailable', `The object store does not answer as it should (${reason}).`, {
    cause,
    retryAfter: RETRY_SECONDS,
  });
