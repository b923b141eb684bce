import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../files/file-store.ts';
import type { ObjectMetadata } from './objects.ts';

type Validators = Pick<ObjectMetadata, 'eTag' | 'lastModified' | 'size'>;

/** Truncates to seconds, the resolution of HTTP dates. */
const toSeconds = (time: string) => Math.floor(Date.parse(time) / 1000);

/** Returns true if the client's copy is current (RFC 9110, 13.1: If-None-Match comes first). */
export function isFresh(headers: IncomingHttpHeaders, object: Validators): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
      .some((tag) => tag === '*' || tag === object.eTag);
  }
  const since = headers['if-modified-since'];
  return since !== undefined && toSeconds(object.lastModified) <= toSeconds(since);
}

/**
 * Parses the requested range. Null for the whole object: no range, several ranges, one that ends
 * before it begins, or one of another version (RFC 9110, 14.1.1 and 14.2).
 */
export function requestedRange(
  headers: IncomingHttpHeaders,
  object: Validators,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const isBackward = match[1] !== '' && match[2] !== '' && Number(match[2]) < Number(match[1]);
  if (isBackward) return null;
  const condition = headers['if-range'];
  if (typeof condition === 'string') {
    const same = condition.startsWith('"')
      ? condition === object.eTag
      : toSeconds(object.lastModified) === toSeconds(condition);
    if (!same) return null;
  }
  const last = object.size - 1;
  if (match[1] === '') {
    const length = Number(match[2]);
    if (length === 0 || object.size === 0) return 'unsatisfiable';
    return { start: Math.max(0, object.size - length), end: last };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? last : Math.min(Number(match[2]), last);
  return start > last ? 'unsatisfiable' : { start, end };
}

/** Builds the header: `?download` uses the stored name, `?download=x` the name x. */
export function contentDisposition(download: string, objectName: string): string {
  const name = download === '' ? objectName.slice(objectName.lastIndexOf('/') + 1) : download;
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
