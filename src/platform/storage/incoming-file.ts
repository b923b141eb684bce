import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { StorageError, storageErrors } from './storage-error.ts';

export type IncomingFile = {
  contentType: string;
  /** Seconds, as sent by the client. */
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
  bytes: AsyncIterable<Uint8Array>;
};

const DEFAULT_TYPE = 'text/plain;charset=UTF-8';

export function parseMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined || text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Refused below, like JSON that is no object.
  }
  throw storageErrors.invalidRequest('metadata must be a JSON object');
}

const MAX_HEADER = 1000;

export function seconds(cacheControl: string | undefined): string {
  if (cacheControl !== undefined && cacheControl.length > MAX_HEADER)
    throw storageErrors.invalidRequest(`cache-control has more than ${MAX_HEADER} characters`);
  return /^(?:.*max-age=)?(\d{1,10})\s*(?:,.*)?$/i.exec(cacheControl ?? '')?.[1] ?? '3600';
}

/** Reads the file part and preceding form fields. Later parts are discarded. */
async function ofForm(request: FastifyRequest): Promise<IncomingFile> {
  const fields: Record<string, string> = {};
  const parts = request.parts({
    limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 20, fieldSize: 64 * 1024 },
  });
  for await (const part of parts) {
    if (part.type === 'file') {
      return {
        contentType: part.mimetype || DEFAULT_TYPE,
        cacheControl: seconds(fields.cacheControl),
        userMetadata: parseMetadata(fields.metadata),
        bytes: partBytes(request, part),
      };
    }
    if (typeof part.value === 'string') fields[part.fieldname] = part.value;
  }
  throw storageErrors.invalidRequest('The form contains no file');
}

/** Converts errors of the form parser, such as a missing boundary. */
function unreadable(error: Error & { statusCode?: number }): never {
  if (error instanceof StorageError || error.statusCode !== undefined) throw error;
  throw storageErrors.invalidRequest(`Invalid form data: ${error.message}`);
}

async function* partBytes(
  request: FastifyRequest,
  part: MultipartFile,
): AsyncGenerator<Uint8Array> {
  const cut = () => {
    if (!request.raw.complete) part.file.destroy(new Error('The upload was interrupted'));
  };
  request.raw.once('close', cut);
  try {
    for await (const chunk of part.file.iterator({ destroyOnReturn: false })) yield chunk;
    if (part.file.truncated) throw storageErrors.invalidRequest('The form is incomplete');
  } finally {
    request.raw.off('close', cut);
    // Drain the rest, or the client never sees the answer.
    part.file.resume();
  }
}

async function* rawBytes(request: FastifyRequest): AsyncGenerator<Uint8Array> {
  try {
    yield* request.raw.iterator({ destroyOnReturn: false });
    if (!request.raw.complete) throw storageErrors.invalidRequest('The upload was interrupted');
  } finally {
    request.raw.resume();
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

export async function readIncomingFile(request: FastifyRequest): Promise<IncomingFile> {
  if (request.isMultipart()) return ofForm(request).catch(unreadable);
  const metadata = header(request, 'x-metadata');
  return {
    contentType: header(request, 'content-type') ?? DEFAULT_TYPE,
    cacheControl: seconds(header(request, 'cache-control')),
    userMetadata: parseMetadata(
      metadata === undefined ? undefined : Buffer.from(metadata, 'base64').toString('utf8'),
    ),
    bytes: rawBytes(request),
  };
}
