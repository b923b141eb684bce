import { storageErrors } from './storage-error.ts';

// The characters that every S3-compatible store takes as well, but no '?': clients don't encode it.
const ALLOWED = /^[\w/!\-.*'() &$@=;:+,]+$/;
const MAX_BYTES = 1024;

/** Refuses names that clients or stores would change on the way: empty parts, dots, controls. */
export function checkObjectName(name: string): string {
  const valid =
    name.length > 0 &&
    name.length <= MAX_BYTES &&
    ALLOWED.test(name) &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!valid) throw storageErrors.invalidKey(name);
  return name;
}

/** Words that stand in a bucket's place in the routes. */
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
