import type { ReadPlan } from '../plan/read-plan.ts';
import type { Relation } from '../schema-cache/schema.ts';
import { literal, type Sql, sql } from '../sql/sql.ts';
import type { Result } from './execute.ts';
import { contentRange, rangeStatus } from './range.ts';
import { sendResult } from './reply.ts';
import type { RestRequest } from './rest-request.ts';

/** Returns SQL of the stored total of the caller's rows (constant cost), or null. */
export function keptCount(rest: RestRequest, relation: Relation, plan: ReadPlan): Sql | null {
  const isWhole =
    rest.preferences.count === 'exact' &&
    rest.options.keptCounts.has(relation.name) &&
    plan.conditions.length === 0 &&
    plan.embeds.every(({ join }) => join === 'left') &&
    plan.outputs.every((output) => output.kind === 'star' || output.aggregate === null);
  return isWhole ? sql`private.row_count(${literal(relation.name)})` : null;
}

export async function answerCount(rest: RestRequest, relation: Relation, plan: ReadPlan) {
  const total = await rest.database.asCaller(
    rest.request.caller,
    async (client) => {
      // Require the same right as a read.
      await client.query(`select from public.${client.escapeIdentifier(relation.name)} limit 0`);
      const { rows } = await client.query<{ count: string }>(
        'select private.row_count($1) as count',
        [relation.name],
      );
      return Number(rows[0]!.count);
    },
    { readOnly: true, eager: true },
  );
  const page = Math.max(0, Math.min(total - plan.offset, plan.limit ?? total));
  const result: Result = {
    total,
    affected: page,
    page,
    body: '',
    headers: null,
    status: null,
    updated: 0,
  };
  return sendResult(rest.reply, result, {
    status: rangeStatus(plan.offset, page, total),
    contentType: rest.answer.contentType,
    headers: { 'content-range': contentRange(plan.offset, page, total) },
    applied: { count: 'exact', handling: rest.preferences.handling, timezone: null },
  });
}
