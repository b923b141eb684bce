import type { ReadPlan } from '../plan/read-plan.ts';
import type { Relation } from '../schema-cache/schema.ts';
import { contentRange, rangeStatus } from './range.ts';
import { sendResult } from './reply.ts';
import type { RestRequest } from './rest-request.ts';

/** Whether a kept count answers the request: all rows of a counted relation, and only how many. */
export function isKeptCount(rest: RestRequest, relation: Relation, plan: ReadPlan): boolean {
  return (
    rest.request.method === 'HEAD' &&
    rest.preferences.count === 'exact' &&
    rest.options.keptCounts.has(relation.name) &&
    plan.conditions.length === 0 &&
    plan.embeds.length === 0 &&
    plan.limit === null &&
    plan.offset === 0
  );
}

/** HEAD with an exact count, from a count that is kept rather than taken: its cost does not grow with the rows. */
export async function answerCount(rest: RestRequest, relation: Relation) {
  const total = await rest.database.asCaller(
    rest.request.caller,
    async (client) => {
      // The right to read is asked for as a read would ask for it.
      await client.query(`select from public.${client.escapeIdentifier(relation.name)} limit 0`);
      const { rows } = await client.query<{ count: string }>(
        'select private.row_count($1) as count',
        [relation.name],
      );
      return Number(rows[0]!.count);
    },
    { readOnly: true },
  );
  const result = {
    total,
    affected: total,
    page: total,
    body: '',
    headers: null,
    status: null,
    updated: 0,
  };
  return sendResult(rest.reply, result, {
    status: rangeStatus(0, total, total),
    contentType: rest.answer.contentType,
    headers: { 'content-range': contentRange(0, total, total) },
    applied: { count: 'exact', handling: rest.preferences.handling, timezone: null },
  });
}
