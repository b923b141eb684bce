import { notImplemented, notSingular } from '../errors/request-errors.ts';
import { createContext, tableScope } from '../plan/plan-context.ts';
import { planNode } from '../plan/plan-read.ts';
import { type ReadPlan, relationsRead } from '../plan/read-plan.ts';
import type { Relation } from '../schema-cache/schema.ts';
import { countSql, pageSql, selectSql } from '../sql/read-sql.ts';
import { name } from '../sql/sql.ts';
import { answerCount, keptCount } from './answer-count.ts';
import { execute, type Statement } from './execute.ts';
import { applyRangeHeader, contentRange, rangeStatus } from './range.ts';
import { sendResult } from './reply.ts';
import { type RestRequest, rowsForm } from './rest-request.ts';
import { MAX_SCAN_SECONDS, scanTooLong, unindexedColumns } from './unindexed.ts';

/** Rows of a refused single object that are counted exactly. */
const MAX_STATED_ROWS = 100;

const atMost = (plan: ReadPlan, rows: number): ReadPlan => ({
  ...plan,
  limit: Math.min(plan.limit ?? rows, rows),
});

export async function answerRead(rest: RestRequest, relation: Relation) {
  const { request, schema, options, answer, preferences } = rest;
  const query = applyRangeHeader(rest.query, request.headers.range);
  const scope = tableScope(schema, relation.name, relation.name);
  const isSingle = answer.kind === 'object';
  const planned = planNode(createContext(schema, options, relation.name), {
    scope,
    from: name('public', relation.name),
    items: query.select,
    request: query,
  });
  const plan = isSingle ? atMost(planned, MAX_STATED_ROWS + 1) : planned;
  if (answer.kind === 'csv' && plan.names === null) {
    throw notImplemented('CSV is not supported for columns unknown before execution.');
  }
  const storedCount = keptCount(rest, relation, plan);
  const headOnly = request.method === 'HEAD';
  if (storedCount !== null && headOnly) return answerCount(rest, relation, plan);
  const indexed = options.indexed.get(relation.name);
  const scanned = indexed === undefined ? [] : unindexedColumns(query, indexed);
  const result = await execute(rest.database, {
    caller: request.caller,
    statement: {
      source: null,
      rows: headOnly ? pageSql(plan) : selectSql(plan),
      counted: storedCount === null ? countOf(plan) : null,
      kept: storedCount,
      form: headOnly ? { kind: 'none' } : rowsForm(answer, plan),
    },
    facts: rest.facts,
    preferences,
    options: {
      readOnly: true,
      rollback: false,
      timeoutSeconds: scanned.length > 0 ? MAX_SCAN_SECONDS : options.statementTimeoutSeconds,
      maxBytes: options.maxBytes,
    },
    check: ({ page }) => {
      if (isSingle && page !== 1) throw notSingular(page, MAX_STATED_ROWS);
    },
  }).catch((error: Error & { code?: string }) => {
    if (scanned.length === 0 || error.code !== '57014') throw error;
    throw scanTooLong(relation.name, scanned, { indexed: indexed!, cause: error });
  });
  if (!headOnly && result.page > 0) await reportReads(rest, plan);
  const status = rangeStatus(plan.offset, result.page, result.total);
  const { count, handling, timezone } = preferences;
  return sendResult(rest.reply, result, {
    status: status === 200 && isCut(rest, plan.limit, result.page) ? 206 : status,
    contentType: answer.contentType,
    headers: {
      'content-range': contentRange(plan.offset, result.page, result.total),
      ...contentLocation(request.url, rest.facts.path),
    },
    applied: { count, handling, timezone },
  });
}

/** Reports the relations of an answer's rows, embedded ones included. */
export async function reportReads({ request, options }: RestRequest, plan: ReadPlan) {
  for (const relation of relationsRead(plan)) await options.onRead(request, relation);
}

/** Without a range the answer has all rows, which are counted while reading. */
export function countOf(plan: ReadPlan): Statement['counted'] {
  const isWhole = plan.limit === null && plan.offset === 0;
  return isWhole ? 'rows' : countSql(plan);
}

/** Returns true if the host's own limit may have cut the rows, rather than the client's. */
function isCut({ options, query }: RestRequest, limit: number | null, rows: number): boolean {
  const requestedLimit = query.limits.find(({ path }) => path.length === 0)?.value ?? null;
  return options.maxRows !== null && limit !== requestedLimit && rows === options.maxRows;
}

/** Limit that leaves room in the total header size of clients. */
const LONGEST_LOCATION = 4096;

/** Returns the path with sorted parameters, so that equal requests have equal names. */
function contentLocation(url: string, path: string): Record<string, string> {
  const at = url.indexOf('?');
  const parameters = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  parameters.sort();
  const location = at < 0 ? encodeURI(path) : `${encodeURI(path)}?${parameters}`;
  return location.length > LONGEST_LOCATION ? {} : { 'content-location': location };
}
