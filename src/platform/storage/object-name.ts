import { storageErrors } from './storage-error.ts';

// Characters of all S3-compatible stores, except '?', which clients don't encode.
const ALLOWED = /^[\w/!\-.*'() &$@=;:+,]+$/;
const MAX_BYTES = 1024;

/** Refuses names that clients or stores would change: empty parts, dots, control characters. */
export function checkObjectName(name: string): string {
  const valid =
    name.length > 0 &&
    name.length <= MAX_BYTES &&
    ALLOWED.test(name) &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!valid) throw storageErrors.invalidKey(name);
  return name;
}

/** Reserved bucket names, used as route segments. */
const TAKEN = new Set([
  'authenticated',
  'copy',
  'info',
  'list',
  'list-v2',
  'move',
  'public',
  'sign',
  'upload',
]);

export function checkBucketId(id: string): string {
  if (!/^[\w!\-.*'() &$@=;:+,?]{1,100}$/.test(id) || id.trim() !== id || TAKEN.has(id)) {
    throw storageErrors.invalidRequest('Bucket name invalid');
  }
  return id;
}
