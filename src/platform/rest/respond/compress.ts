import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Characters below which an answer fits into a few packets uncompressed. */
const SHORT = 8192;
const GZIP = /(^|[,\s])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

const pack = promisify(gzip);

/**
 * Compresses long answers with gzip at the fastest level. Replaces @fastify/compress, which takes
 * `Content-Range` for bytes; here it counts rows.
 */
export async function compress(request: FastifyRequest, reply: FastifyReply, body: unknown) {
  if (!(typeof body === 'string' || Buffer.isBuffer(body)) || body.length < SHORT) return body;
  const vary = [reply.getHeader('vary') ?? []].flat();
  reply.header('vary', [...vary, 'accept-encoding'].join(', '));
  if (!GZIP.test(request.headers['accept-encoding'] ?? '')) return body;
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return pack(body, { level: 1 });
}
