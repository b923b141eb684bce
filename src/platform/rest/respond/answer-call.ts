import {
  maxAffectedNeedsSet,
  notImplemented,
  notSingular,
  tooManyAffected,
  wrongRpcMethod,
} from '../errors/request-errors.ts';
import { parseJson } from '../parse/parse-payload.ts';
import { findFunction } from '../plan/find-function.ts';
import { type CallArguments, type CallPlan, planCall, SCALAR } from '../plan/plan-call.ts';
import type { Routine } from '../schema-cache/schema.ts';
import type { Form } from '../sql/answer-sql.ts';
import { callSql } from '../sql/call-sql.ts';
import { pageSql, selectSql } from '../sql/read-sql.ts';
import { countOf, reportReads } from './answer-read.ts';
import { execute } from './execute.ts';
import { applyRangeHeader, contentRange, rangeStatus } from './range.ts';
import { sendResult } from './reply.ts';
import type { RestRequest } from './rest-request.ts';

type Given = { args: CallArguments; names: string[] };

function argumentsOf({ request, query }: RestRequest): Given {
  if (request.method !== 'POST') {
    const names = [...new Set(query.args.map(([name]) => name))];
    return { args: { kind: 'text', given: query.args }, names };
  }
  const body = typeof request.body === 'string' && request.body !== '' ? request.body : '{}';
  const value = parseJson(body);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return { args: { kind: 'json', body }, names: isObject ? Object.keys(value as object) : [] };
}

function formOf(
  routine: Routine,
  plan: CallPlan,
  { answer, request, preferences }: RestRequest,
): Form {
  const minimal = preferences.representation === 'minimal';
  if (request.method === 'HEAD' || routine.returns === 'void' || minimal) return { kind: 'none' };
  if (answer.kind === 'csv') {
    if (plan.read.names === null) {
      throw notImplemented('CSV is not supported for columns unknown before execution.');
    }
    return { kind: 'csv', names: plan.read.names, types: plan.read.types };
  }
  const scalar = routine.returns === 'scalar' ? SCALAR : null;
  return { kind: 'json', answer, bare: !routine.set, scalar };
}

/** Calls a function: POST with a JSON body, GET and HEAD with arguments in the query string. */
export async function answerCall(rest: RestRequest, functionName: string) {
  const { request, schema, options, preferences, answer } = rest;
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) throw wrongRpcMethod(request.method);
  const { args, names } = argumentsOf(rest);
  const byPost = request.method === 'POST';
  const routine = findFunction(schema, { name: functionName, argumentNames: names, byPost });
  const query = applyRangeHeader(rest.query, byPost ? undefined : request.headers.range);
  const plan = planCall(schema, { routine, args, argumentNames: names, query, options });
  // The result already exists, so it is counted, not estimated.
  const counting = { ...preferences, count: preferences.count && ('exact' as const) };
  const most = preferences.handling === 'strict' ? preferences.maxAffected : null;
  if (most !== null && !routine.set) throw maxAffectedNeedsSet();
  const isSingle = answer.kind === 'object' && routine.set;
  const { offset } = plan.read;
  const form = formOf(routine, plan, rest);
  const result = await execute(rest.database, {
    caller: request.caller,
    statement: {
      source: callSql(plan),
      rows: request.method === 'HEAD' ? pageSql(plan.read) : selectSql(plan.read),
      counted: countOf(plan.read),
      form,
    },
    facts: rest.facts,
    preferences: counting,
    options: {
      readOnly: !byPost || !routine.volatile,
      rollback: preferences.transaction === 'rollback',
      timeoutSeconds: options.statementTimeoutSeconds,
      maxBytes: options.maxBytes,
    },
    check: ({ affected, page, total }) => {
      if (isSingle && page !== 1) throw notSingular(page);
      rangeStatus(offset, page, total);
      if (most !== null && affected > most) throw tooManyAffected(affected);
    },
  });
  if (result.page > 0) await reportReads(rest, plan.read);
  const { transaction, handling, timezone, representation } = preferences;
  const silent = form.kind === 'none' && request.method !== 'HEAD';
  return sendResult(rest.reply, result, {
    status: silent ? 204 : rangeStatus(offset, result.page, result.total),
    contentType: silent ? null : answer.contentType,
    headers: { 'content-range': contentRange(offset, result.page, result.total) },
    applied: {
      representation,
      count: counting.count,
      transaction: options.allowRollback ? transaction : null,
      handling,
      timezone,
      maxAffected: most,
    },
  });
}
