import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { badResponseHeaders, badResponseStatus } from '../errors/request-errors.ts';
import { appliedPreferences, type Preferences } from '../parse/parse-preferences.ts';
import type { Result } from './execute.ts';

const headerList = z.array(
  z.record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/), z.string().regex(/^[^\r\n\0]*$/)),
);

/** Reads `response.headers` and `response.status` set by a function. */
function chosenByFunction(result: Result): { headers: [string, string][]; status: number | null } {
  let headers: [string, string][] = [];
  if (result.headers !== null) {
    try {
      const list = headerList.parse(JSON.parse(result.headers));
      if (list.some((one) => Object.keys(one).length !== 1)) throw badResponseHeaders();
      headers = list.flatMap((one) => Object.entries(one));
    } catch {
      throw badResponseHeaders();
    }
  }
  if (result.status === null) return { headers, status: null };
  const status = Number(result.status);
  if (!/^\d{3}$/.test(result.status) || status < 200 || status > 599) throw badResponseStatus();
  return { headers, status };
}

export function sendResult(
  reply: FastifyReply,
  result: Result,
  answer: {
    status: number;
    contentType: string | null;
    headers: Record<string, string>;
    applied: Partial<Preferences>;
  },
): FastifyReply {
  const chosen = chosenByFunction(result);
  const applied = appliedPreferences(answer.applied);
  reply.code(chosen.status ?? answer.status).headers(answer.headers);
  if (applied !== '') reply.header('preference-applied', applied);
  if (answer.contentType !== null) reply.header('content-type', answer.contentType);
  for (const [key, value] of chosen.headers) reply.header(key, value);
  return answer.contentType === null ? reply.send() : reply.send(result.body);
}
