import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../../shared/errors.ts';

const HEADER = 'x-sandbox-fault';
const MAGIC = /FAULT-(429|500|503|SLOW|TIMEOUT|RESET|MALFORMED|DUPLICATE-ROW)(?![\w-])/;
const SLOW_MS = 3000;
/** Time after which a request that is never answered is closed. */
const TIMEOUT_MS = 60_000;

const REFUSALS: Record<string, ErrorCode> = {
  429: 'rate_limited',
  500: 'internal',
  503: 'unavailable',
};

/** Returns the fault that a request of an environment's key names, in its header, address or filters. */
function faultOf({ caller, headers, url, body }: FastifyRequest): string | null {
  if (caller.role !== 'key_holder' || !caller.claims.environment) return null;
  const named = headers[HEADER];
  const { filters } = (body ?? {}) as { filters?: unknown };
  const text = [
    named === undefined ? '' : `FAULT-${named}`.toUpperCase(),
    url,
    JSON.stringify(filters),
  ];
  const fault = MAGIC.exec(text.join(' '))?.[1] ?? null;
  if (named !== undefined && fault === null) {
    throw new AppError('bad_request', `${HEADER}: unknown fault ${String(named).slice(0, 40)}`);
  }
  return fault;
}

async function interrupt(fault: string | null, request: FastifyRequest, reply: FastifyReply) {
  if (fault === null) return;
  const code = REFUSALS[fault];
  if (code) throw new AppError(code, `Simulated fault ${fault}.`, { retryAfter: 1 });
  if (fault === 'SLOW') await sleep(SLOW_MS);
  if (fault !== 'TIMEOUT' && fault !== 'RESET') return;
  reply.hijack();
  const close = () => request.raw.socket.destroy();
  if (fault === 'RESET') return close();
  const timer = setTimeout(close, TIMEOUT_MS);
  reply.raw.once('close', () => clearTimeout(timer));
}

/** Repeats the first row of the first list that has rows; false if there is none. */
function repeatRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value)) return Object.values(value).some(repeatRow);
  if (value.length > 0) value.splice(1, 0, value[0]);
  return value.length > 0;
}

async function textOf(payload: unknown): Promise<string> {
  if (typeof payload === 'string') return payload;
  if (payload instanceof Uint8Array) return Buffer.from(payload).toString();
  const parts: Buffer[] = [];
  for await (const part of payload as AsyncIterable<Uint8Array>) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

function spoil(fault: string, text: string): string {
  if (fault === 'MALFORMED') return text.slice(0, Math.ceil(text.length / 2));
  const answer = JSON.parse(text) as unknown;
  repeatRow(answer);
  return JSON.stringify(answer);
}

/**
 * Simulates faults for keys of environments, so that programs can test their error paths. Other
 * callers are never affected.
 */
export function simulateFaults(scope: FastifyInstance): void {
  scope.addHook('preHandler', async (request, reply) => {
    await interrupt(faultOf(request), request, reply);
  });
  scope.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode >= 300 || payload === null || payload === undefined) return payload;
    const fault = faultOf(request);
    if (fault !== 'MALFORMED' && fault !== 'DUPLICATE-ROW') return payload;
    reply.removeHeader('content-length');
    return spoil(fault, await textOf(payload));
  });
}
