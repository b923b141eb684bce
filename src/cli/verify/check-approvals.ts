import type { Database } from '../../platform/database/database.ts';
import type { Verdict } from './findings.ts';
import { IS_LOST } from './restored-range.ts';

type Parts = { database: Pick<Database, 'owner'>; verdict: Verdict };

type Finding = { run: string; seq: number | null; what: string };

/** Compares approvals with the newest sealed entry of each record. Unsealed entries are ignored. */
const FINDINGS = `
with entries as (
  select seq, subject, kind, sha256, convert_from(entry, 'UTF8')::json #>> '{detail,approval}' as approval
    from log.leaves l where not ${IS_LOST} and kind in ('model.approval_requested', 'model.approved', 'model.lapsed', 'model.revoked')),
newest as (
  select distinct on (subject) * from entries where kind <> 'model.approval_requested' order by subject, seq desc),
in_force as (
  select * from public.model_approvals
   where closed_at is null and lapsed_at is null and (exception_name is null or confirmed_at is not null)),
found as (
  select a.run_id as run, n.seq, 'the terms of an approval are others than its hash.' as what
    from public.model_approvals a left join newest n on n.subject = a.run_id::text
   where a.sha256 <> private.approval_sha256(a)
  union all
  select a.run_id, n.seq, 'an approval was never entered on the log.'
    from public.model_approvals a left join newest n on n.subject = a.run_id::text
   where not exists (select from entries e where e.subject = a.run_id::text
           and a.sha256 in (e.approval, case e.kind when 'model.approval_requested' then e.sha256 end))
  union all
  select g.run_id, n.seq, 'the approval that the log holds is not in force in the database.'
    from public.governance_audit g join newest n on n.subject = g.run_id::text
   where n.kind = 'model.approved' and n.approval is not null
     and not exists (select from in_force a where a.run_id = g.run_id and a.sha256 = n.approval)
  union all
  select a.run_id, n.seq, 'an approval that ended on the log is in force in the database.'
    from in_force a join newest n on n.subject = a.run_id::text
   where n.kind <> 'model.approved'
  union all
  select g.run_id, n.seq, 'it is marked as approved, and the log holds no approval in force.'
    from public.governance_audit g join newest n on n.subject = g.run_id::text
   where g.approved_for_production and n.kind <> 'model.approved')
select run, seq::float8 as seq, what from found f
 where not exists (select from log.outbox o where o.subject = f.run::text)
 order by seq nulls last, run`;

export async function checkApprovals({ database, verdict }: Parts): Promise<void> {
  const { rows } = await database.owner.query<Finding>(FINDINGS);
  const named = new Map(rows.toReversed().map((finding) => [finding.run, finding] as const));
  for (const { run, seq, what } of named.values()) {
    verdict.broken.push({ kind: 'approval changed', entry: seq, what: `Record ${run}: ${what}` });
  }
  if (named.size === 0) verdict.checked.push('Approvals match the log.');
}
