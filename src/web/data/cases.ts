import { queryOptions } from '@tanstack/react-query';
import type { OpenCaseAnswer } from '../../shared/contracts/cases.ts';
import type { ReasonCode } from '../../shared/reason-codes.ts';
import type { CaseOutcome, CaseStatus } from '../../shared/statuses.ts';
import { check, unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';

export type CaseRow = {
  id: string;
  batch_id: string;
  subject_column: string;
  subject: string;
  evidence: number;
  rows: number[];
  reasons: { row: number; sentence: string }[];
  status: CaseStatus;
  assigned_to: string | null;
  snoozed_until: string | null;
  outcome: CaseOutcome | null;
  reason_code: ReasonCode | null;
  closed_at: string | null;
  created_at: string;
  exception_batches: { batch_name: string; created_by: string | null } | null;
};

export type CaseEvent = {
  id: number;
  at: string;
  actor_id: string | null;
  action: string;
  note: string | null;
  detail: { outcome?: CaseOutcome; reason_code?: ReasonCode; until?: string; assignee?: string };
};

export type CaseAction = 'comment' | 'assign' | 'snooze' | 'escalate' | 'close' | 'reopen';

const COLUMNS =
  'id,batch_id,subject_column,subject,evidence,rows,reasons,status,assigned_to,snoozed_until,outcome,reason_code,closed_at,created_at,exception_batches(batch_name,created_by)';
const MAX_LISTED = 500;

/** Cases that wait first, those with the most evidence at the top. */
export const casesQuery = queryOptions({
  queryKey: ['cases', 'list'],
  queryFn: async (): Promise<CaseRow[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('cases')
        .select(COLUMNS)
        .order('closed_at', { ascending: false, nullsFirst: true })
        .order('evidence', { ascending: false })
        .limit(MAX_LISTED)
        .returns<CaseRow[]>(),
    );
    return rows ?? [];
  },
});

/** State of a case and its events, the newest first; null if it does not exist. */
export const caseStateQuery = (id: string) =>
  queryOptions({
    queryKey: ['cases', 'state', id],
    queryFn: async (): Promise<{ row: CaseRow; events: CaseEvent[] } | null> => {
      const client = await openClient();
      const [row, events] = await Promise.all([
        client.from('cases').select(COLUMNS).eq('id', id).maybeSingle<CaseRow>(),
        client
          .from('case_events')
          .select('id,at,actor_id,action,note,detail')
          .eq('case_id', id)
          .order('id', { ascending: false })
          .returns<CaseEvent[]>(),
      ]);
      const found = unwrap(row);
      return found === null ? null : { row: found, events: unwrap(events) ?? [] };
    },
  });

export const openCaseQuery = (id: string) =>
  queryOptions({
    queryKey: ['cases', 'facts', id],
    queryFn: () => callFunction<OpenCaseAnswer>('open-case', { case_id: id }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Members of the organization, to whom a case can be assigned. */
export const membersQuery = queryOptions({
  queryKey: ['cases', 'members'],
  queryFn: async (): Promise<{ id: string; email: string }[]> => {
    const client = await openClient();
    const rows = await client
      .from('profiles')
      .select('id,email')
      .order('email')
      .returns<{ id: string; email: string }[]>();
    return unwrap(rows) ?? [];
  },
  staleTime: 600_000,
});

export async function actOnCase(id: string, action: CaseAction, detail: object): Promise<void> {
  const client = await openClient();
  check(await client.rpc('act_on_case', { p_case_id: id, p_action: action, p_detail: detail }));
}

/** Cases reviewed a day; null without a limit. */
export const caseCapacityQuery = queryOptions({
  queryKey: ['cases', 'capacity'],
  queryFn: async (): Promise<number | null> => {
    const client = await openClient();
    const found = unwrap(
      await client
        .from('review_settings')
        .select('cases_a_day')
        .maybeSingle<{ cases_a_day: number | null }>(),
    );
    return found?.cases_a_day ?? null;
  },
});

export async function setCaseCapacity(casesADay: number | null): Promise<void> {
  const client = await openClient();
  check(await client.rpc('set_case_capacity', { p_cases_a_day: casesADay }));
}

export const exportCase = (id: string): Promise<Blob> =>
  callFunction<Blob>('export-case', { case_id: id });
