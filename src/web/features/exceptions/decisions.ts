import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../../lib/client.ts';
import { check, unwrap } from '../../lib/service-error.ts';
import type { ReasonCode } from './reason-codes.ts';

export type CaseDecision = 'approved' | 'rejected';
export type Decision = {
  item: number;
  decision: CaseDecision;
  reason_code: string | null;
  note: string | null;
  decided_at: string;
};

/** What was decided on single cases of a batch; `item` is the case's place in the batch's list. */
export const decisionsQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['exceptions', 'decisions', batchId],
    queryFn: async (): Promise<Decision[]> => {
      const client = await openClient();
      const rows = unwrap(
        await client
          .from('exception_decisions')
          .select('item,decision,reason_code,note,decided_at')
          .eq('batch_id', batchId)
          .returns<Decision[]>(),
      );
      return rows ?? [];
    },
  });

export async function decideCase(
  batchId: string,
  item: number,
  decision: CaseDecision | null,
  why: { note: string; reason: ReasonCode | '' },
): Promise<void> {
  const client = await openClient();
  const table = client.from('exception_decisions');
  unwrap(
    decision === null
      ? await table.delete().eq('batch_id', batchId).eq('item', item)
      : await table.upsert(
          {
            batch_id: batchId,
            item,
            decision,
            reason_code: why.reason === '' ? null : why.reason,
            note: why.note.trim() === '' ? null : why.note.trim(),
          },
          { onConflict: 'batch_id,item' },
        ),
  );
}

/** Several cases at one stroke: all of them, or none. */
export async function decideCases(
  batchId: string,
  choice: { items: readonly number[]; decision: CaseDecision; reason: ReasonCode },
): Promise<void> {
  const client = await openClient();
  const { items, decision, reason } = choice;
  check(
    await client
      .from('exception_decisions')
      .insert(items.map((item) => ({ batch_id: batchId, item, decision, reason_code: reason }))),
  );
}

/** The next case without a decision after this one, round the end; this one where all are decided. */
export function nextUndecided(decided: ReadonlySet<number>, from: number, total: number): number {
  for (let step = 1; step < total; step += 1) {
    const item = (from + step) % total;
    if (!decided.has(item)) return item;
  }
  return from;
}
