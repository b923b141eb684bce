import type { FastifyRequest } from 'fastify';
import { parseMetadata, seconds } from '../incoming-file.ts';
import { checkObjectName } from '../object-name.ts';
import { storageErrors } from '../storage-error.ts';

/** File metadata sent before the first byte (tus 1.0.0, Upload-Length and Upload-Metadata). */
export type Creation = {
  bucket: string;
  name: string;
  length: number;
  contentType: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
};

function readPairs(header: string): Map<string, string> {
  const pairs = header
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .filter(([key]) => key);
  return new Map(
    pairs.map(([key, value = '']) => [key!, Buffer.from(value, 'base64').toString('utf8')]),
  );
}

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

export function readBytes(request: FastifyRequest, name: string): number {
  const text = headerOf(request, name);
  if (!/^\d{1,15}$/.test(text)) {
    throw storageErrors.invalidRequest(`The header ${name} must be a number of bytes`);
  }
  return Number(text);
}

/** @throws StorageError if the length or the object's location is missing */
export function readCreation(request: FastifyRequest): Creation {
  if (request.headers['upload-defer-length'] !== undefined) {
    throw storageErrors.invalidRequest(
      'Send upload-length at creation: deferred lengths are not supported',
    );
  }
  const pairs = readPairs(headerOf(request, 'upload-metadata'));
  const bucket = pairs.get('bucketName');
  const name = pairs.get('objectName');
  if (!bucket || !name) {
    throw storageErrors.invalidRequest('upload-metadata needs bucketName and objectName');
  }
  return {
    bucket,
    name: checkObjectName(name),
    length: readBytes(request, 'upload-length'),
    contentType: pairs.get('contentType') || 'application/octet-stream',
    cacheControl: seconds(pairs.get('cacheControl')),
    userMetadata: parseMetadata(pairs.get('metadata')),
  };
}
