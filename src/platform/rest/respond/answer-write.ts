import { invalidBody, notSingular, tooManyAffected } from '../errors/request-errors.ts';
import { csvBodyToJson, isCsv } from '../parse/csv-body.ts';
import { parsePayload } from '../parse/parse-payload.ts';
import { planWrite, type WritePlan } from '../plan/plan-write.ts';
import type { Relation } from '../schema-cache/schema.ts';
import { selectSql } from '../sql/read-sql.ts';
import { name, sql } from '../sql/sql.ts';
import { writeSql } from '../sql/write-sql.ts';
import { reportReads } from './answer-read.ts';
import { execute, type Result, type Statement } from './execute.ts';
import { contentRange } from './range.ts';
import { sendResult } from './reply.ts';
import { type RestRequest, rowsForm } from './rest-request.ts';

const KINDS = { POST: 'insert', PATCH: 'update', DELETE: 'delete' } as const;

function statementOf(plan: WritePlan, rest: RestRequest): Statement {
  const source = writeSql(plan);
  if (plan.read) {
    return {
      source,
      rows: selectSql(plan.read),
      counted: null,
      form: rowsForm(rest.answer, plan.read),
    };
  }
  const rows = sql`SELECT * FROM ${name('pgrst_source')}`;
  if (plan.returning.size === 0) return { source, rows, counted: null, form: { kind: 'none' } };
  const answer = { kind: 'array', nullsStripped: false, contentType: '' } as const;
  return { source, rows, counted: null, form: { kind: 'json', answer, bare: false, scalar: null } };
}

/** Formats the address of a created row: `/todos?id=eq.1`. */
function location(plan: WritePlan, path: string, { body }: Result): Record<string, string> {
  if (plan.kind !== 'insert' || plan.read || plan.returning.size === 0) return {};
  const rows = JSON.parse(String(body)) as Record<string, unknown>[];
  if (rows.length !== 1) return {};
  const parameters = new URLSearchParams();
  for (const key of plan.returning) {
    const value = rows[0]![key];
    parameters.append(key, value === null ? 'is.null' : `eq.${String(value)}`);
  }
  return { location: `${encodeURI(path)}?${parameters}` };
}

function statusOf(plan: WritePlan, result: Result): number {
  if (plan.kind !== 'insert') return plan.read ? 200 : 204;
  const merged = plan.conflict?.action === 'merge' && result.affected > 0;
  return merged && result.updated === result.affected ? 200 : 201;
}

function rangeOf(plan: WritePlan, { affected }: Result, counted: boolean): string {
  const total = counted ? affected : null;
  return plan.kind === 'update' ? contentRange(0, affected, total) : `*/${total ?? '*'}`;
}

export async function answerWrite(rest: RestRequest, relation: Relation) {
  const { request, schema, options, preferences, answer } = rest;
  const kind = KINDS[request.method as keyof typeof KINDS];
  const payload =
    kind === 'delete'
      ? null
      : parsePayload(isCsv(request) ? csvBodyToJson(request.body) : request.body);
  if (kind === 'update' && payload!.rows.length !== 1) {
    throw invalidBody('An update requires one JSON object');
  }
  const plan = planWrite(schema, {
    relation,
    kind,
    query: rest.query,
    preferences,
    payload,
    options,
  });
  const isSingle = answer.kind === 'object' && plan.read !== null;
  const most =
    preferences.handling === 'strict' && kind !== 'insert' ? preferences.maxAffected : null;
  const result = await execute(rest.database, {
    caller: request.caller,
    statement: statementOf(plan, rest),
    facts: rest.facts,
    preferences: { ...preferences, count: null },
    options: {
      readOnly: false,
      rollback: preferences.transaction === 'rollback',
      timeoutSeconds: options.statementTimeoutSeconds,
      maxBytes: options.maxBytes,
    },
    check: ({ affected, page }) => {
      if (isSingle && page !== 1) throw notSingular(page);
      if (most !== null && affected > most) throw tooManyAffected(affected);
    },
  });
  if (plan.read && result.page > 0) await reportReads(rest, plan.read);
  const { resolution, missing, representation, count, transaction, handling, timezone } =
    preferences;
  return sendResult(rest.reply, result, {
    status: statusOf(plan, result),
    contentType: plan.read ? answer.contentType : null,
    headers: {
      'content-range': rangeOf(plan, result, count !== null),
      ...location(plan, rest.facts.path, result),
    },
    applied: {
      resolution: plan.kind === 'insert' && plan.conflict ? resolution : null,
      missing: plan.kind === 'insert' ? missing : null,
      representation,
      count,
      transaction: options.allowRollback ? transaction : null,
      handling,
      timezone,
      maxAffected: most,
    },
  });
}
