import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { invalidPreferences, rollbackNotAllowed, unknownSchema } from '../errors/request-errors.ts';
import { type Answer, parseAccept } from '../parse/parse-accept.ts';
import { type Preferences, parsePreferences } from '../parse/parse-preferences.ts';
import { parseQuery } from '../parse/parse-query.ts';
import type { Query } from '../parse/query.ts';
import type { ReadOptions } from '../plan/plan-context.ts';
import type { Schema } from '../schema-cache/schema.ts';
import type { Form } from '../sql/answer-sql.ts';
import type { RequestFacts } from './execute.ts';
import type { IndexedColumns } from './unindexed.ts';

export type RestOptions = ReadOptions & {
  keptCounts: ReadonlySet<string>;
  /** Indexed columns of large tables; reads by other columns get two seconds. */
  indexed: ReadonlyMap<string, IndexedColumns>;
  /** Allows dry runs with `Prefer: tx=rollback`. For tests. */
  allowRollback: boolean;
  /** Statement timeout in seconds; the database role's own limit if absent. */
  statementTimeoutSeconds: number | undefined;
  /** Called before the answer with each relation whose rows it contains. */
  onRead: (request: FastifyRequest, relation: string) => Promise<void>;
};

export type RestRequest = {
  request: FastifyRequest;
  reply: FastifyReply;
  database: Database;
  schema: Schema;
  options: RestOptions;
  query: Query;
  preferences: Preferences;
  answer: Answer;
  facts: RequestFacts;
};

const EXPOSED = 'public';

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Refuses other schemas than the exposed one. */
export function checkProfile(request: FastifyRequest): void {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const profile = single(request.headers[reads ? 'accept-profile' : 'content-profile']);
  if (profile !== undefined && profile !== EXPOSED) throw unknownSchema(profile, EXPOSED);
}

function readPreferences(request: FastifyRequest, options: RestOptions): Preferences {
  const preferences = parsePreferences(single(request.headers.prefer));
  if (preferences.handling === 'strict' && preferences.invalid.length > 0) {
    throw invalidPreferences(preferences.invalid);
  }
  if (preferences.transaction === 'rollback' && !options.allowRollback) throw rollbackNotAllowed();
  return preferences;
}

const HIDDEN_HEADERS = ['authorization', 'apikey', 'cookie'];

function factsOf(request: FastifyRequest, path: string): RequestFacts {
  const headers: Record<string, string> = {};
  for (const [key, value] of Object.entries(request.headers)) {
    const text = single(value);
    if (text !== undefined && !HIDDEN_HEADERS.includes(key)) headers[key] = text;
  }
  return { method: request.method, path, headers };
}

export function openRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  given: {
    database: Database;
    schema: Schema;
    options: RestOptions;
    path: string;
    isCall: boolean;
  },
): RestRequest {
  const at = request.url.indexOf('?');
  const queryString = at < 0 ? '' : request.url.slice(at + 1);
  const takesArguments = given.isCall && request.method !== 'POST';
  return {
    request,
    reply,
    database: given.database,
    schema: given.schema,
    options: given.options,
    preferences: readPreferences(request, given.options),
    answer: parseAccept(single(request.headers.accept)),
    query: parseQuery(queryString, takesArguments),
    facts: factsOf(request, given.path),
  };
}

export function rowsForm(
  answer: Answer,
  { names, types }: { names: string[] | null; types: (string | null)[] },
): Form {
  if (answer.kind === 'csv') return { kind: 'csv', names: names ?? [], types };
  return { kind: 'json', answer, bare: false, scalar: null };
}
