import { queryOptions } from '@tanstack/react-query';
import type { ReasonCode } from '../../shared/reason-codes.ts';
import type { CaseDecision } from '../../shared/statuses.ts';
import { check, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';

export type Decision = {
  item: number;
  decision: CaseDecision;
  reason_code: string | null;
  note: string | null;
  decided_by: string;
  /** Null if the account was deleted. */
  decider: string | null;
  decided_at: string;
};

/** Decisions on single cases of a batch; `item` is the index of the case in the batch. */
export const decisionsQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['exceptions', 'decisions', batchId],
    queryFn: async (): Promise<Decision[]> => {
      const client = await openClient();
      const rows = unwrap(
        await client
          .from('exception_decisions')
          .select('item,decision,reason_code,note,decided_by,decided_at')
          .eq('batch_id', batchId)
          .returns<Omit<Decision, 'decider'>[]>(),
      );
      return withDeciders(rows ?? []);
    },
  });

async function withDeciders(rows: Omit<Decision, 'decider'>[]): Promise<Decision[]> {
  const ids = [...new Set(rows.map(({ decided_by }) => decided_by))];
  if (ids.length === 0) return [];
  const client = await openClient();
  const people = unwrap(
    await client
      .from('profiles')
      .select('id,email')
      .in('id', ids)
      .returns<{ id: string; email: string }[]>(),
  );
  const emails = new Map((people ?? []).map(({ id, email }) => [id, email]));
  return rows.map((row) => ({ ...row, decider: emails.get(row.decided_by) ?? null }));
}

export type CaseChoice = {
  item: number;
  /** Null withdraws a decision. */
  decision: CaseDecision | null;
  note: string;
  reason: ReasonCode | '';
  /** Decision on the page when this one was made; the server refuses to replace any other. */
  seen: Decision | undefined;
};

const rowOf = <D extends CaseDecision | null>({ item, note, reason }: CaseChoice, decision: D) => ({
  item,
  decision,
  reason_code: reason === '' ? null : reason,
  note: note.trim() === '' ? null : note.trim(),
});

async function sendChoices(batchId: string, choices: readonly object[]): Promise<void> {
  const client = await openClient();
  check(await client.rpc('decide_cases', { p_batch_id: batchId, p_choices: choices }));
}

export async function decideCase(batchId: string, choice: CaseChoice): Promise<void> {
  await sendChoices(batchId, [
    { ...rowOf(choice, choice.decision), seen: choice.seen?.decided_at ?? null },
  ]);
}

export function withChoice(
  known: readonly Decision[],
  choice: CaseChoice,
  me: { id: string; email: string },
): Decision[] {
  const others = known.filter(({ item }) => item !== choice.item);
  if (choice.decision === null) return others;
  const decision = { decided_by: me.id, decider: me.email, decided_at: new Date().toISOString() };
  return [...others, { ...rowOf(choice, choice.decision), ...decision }];
}

/** Decides several cases atomically. */
export async function decideCases(
  batchId: string,
  choice: { items: readonly number[]; decision: CaseDecision; reason: ReasonCode },
): Promise<void> {
  const { items, decision, reason } = choice;
  await sendChoices(
    batchId,
    items.map((item) => ({ item, decision, reason_code: reason })),
  );
}

/** Returns the next undecided case, wrapping around; `from` if all are decided. */
export function nextUndecided(decided: ReadonlySet<number>, from: number, total: number): number {
  for (let step = 1; step < total; step += 1) {
    const item = (from + step) % total;
    if (!decided.has(item)) return item;
  }
  return from;
}
