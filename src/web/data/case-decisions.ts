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

/** Decides cases atomically. */
export async function decideCases(batchId: string, choices: readonly CaseChoice[]): Promise<void> {
  const client = await openClient();
  const rows = choices.map((choice) => ({
    ...rowOf(choice, choice.decision),
    seen: choice.seen?.decided_at ?? null,
  }));
  check(await client.rpc('decide_cases', { p_batch_id: batchId, p_choices: rows }));
}

type Me = { id: string; email: string };

/** Returns the choices that restore the decisions before others; null if one was another person's. */
export function undoOf(
  choices: readonly CaseChoice[],
  { before, after, me }: { before: readonly Decision[]; after: readonly Decision[]; me: Me },
): CaseChoice[] | null {
  const [old, made] = [before, after].map(
    (list) => new Map(list.map((decision) => [decision.item, decision])),
  ) as [Map<number, Decision>, Map<number, Decision>];
  const restored = choices.map(({ item }): CaseChoice => {
    const earlier = old.get(item);
    return {
      item,
      decision: earlier?.decision ?? null,
      note: earlier?.note ?? '',
      reason: (earlier?.reason_code ?? '') as CaseChoice['reason'],
      seen: made.get(item),
    };
  });
  return choices.some(({ item }) => (old.get(item)?.decided_by ?? me.id) !== me.id)
    ? null
    : restored;
}

/** Returns the decisions as they will be once the server has the choices. */
export function withChoices(
  known: readonly Decision[],
  choices: readonly CaseChoice[],
  me: Me,
): Decision[] {
  const changed = new Set(choices.map(({ item }) => item));
  const own = { decided_by: me.id, decider: me.email, decided_at: new Date().toISOString() };
  return [
    ...known.filter(({ item }) => !changed.has(item)),
    ...choices.flatMap((choice) =>
      choice.decision === null ? [] : [{ ...rowOf(choice, choice.decision), ...own }],
    ),
  ];
}

/** Change event of a decision; `new` is empty for a withdrawn one. */
type Change = { new: object; old: object };

/** Returns the decisions after change events; the same list if they are known already. */
export function withChanges(known: readonly Decision[], changes: readonly Change[]): Decision[] {
  const after = new Map(known.map((decision) => [decision.item, decision]));
  const emails = new Map(known.map(({ decided_by, decider }) => [decided_by, decider]));
  let isChanged = false;
  for (const change of changes) {
    const row = change.new as Partial<Decision>;
    const { item = (change.old as Partial<Decision>).item } = row;
    if (item === undefined) continue;
    const before = after.get(item);
    if (row.item === undefined) isChanged = after.delete(item) || isChanged;
    else if (before?.decision !== row.decision || before?.decided_by !== row.decided_by) {
      const { decision, reason_code, note, decided_by, decided_at } = row as Decision;
      const decider = emails.get(decided_by) ?? null;
      after.set(item, { item, decision, reason_code, note, decided_by, decided_at, decider });
      isChanged = true;
    }
  }
  return isChanged ? [...after.values()] : (known as Decision[]);
}

/** Returns the next undecided case, wrapping around; `from` if all are decided. */
export function nextUndecided(decided: ReadonlySet<number>, from: number, total: number): number {
  for (let step = 1; step < total; step += 1) {
    const item = (from + step) % total;
    if (!decided.has(item)) return item;
  }
  return from;
}
