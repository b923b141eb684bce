import { AppError } from '../../shared/errors.ts';

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

/** A key is made by the host, never by a client: plain segments, joined by slashes. */
export function assertFileKey(key: string): void {
  const segments = key.split('/');
  if (segments.length === 0 || !segments.every((segment) => SEGMENT.test(segment))) {
    throw new AppError('bad_request', `Not a file key: ${JSON.stringify(key)}`);
  }
}
