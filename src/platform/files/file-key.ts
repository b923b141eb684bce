import { AppError } from '../../shared/errors.ts';

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

/** Checks a key: plain segments joined by slashes. Only the host creates keys, never a client. */
export function assertFileKey(key: string): void {
  const segments = key.split('/');
  if (segments.length === 0 || !segments.every((segment) => SEGMENT.test(segment))) {
    throw new AppError('bad_request', `Not a file key: ${JSON.stringify(key)}`);
  }
}
