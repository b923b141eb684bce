import type { Database } from '../../platform/database/database.ts';
import { FORMER_LOG_ENTRIES } from '../../shared/log-entries.ts';
import type { BrokenKind, Verdict } from './findings.ts';
import { IS_LOST } from './restored-range.ts';

type Parts = {
  database: Pick<Database, 'owner'>;
  checkpoint: { size: number };
  verdict: Verdict;
};

type Finding = { kind: BrokenKind; seq: number; what: string };

/** Audit actions that are recorded in the transaction of an entry, with their object's column. */
const AUDITED = `(values
  ('batch.completed', '{batch.completed,blend.completed}'::text[]),
  ('batch.deleted', '{batch.deleted,blend.deleted}'),
  ('dataset.uploaded', '{dataset.uploaded}'), ('dataset.blended', '{dataset.blended}'),
  ('dataset.deleted', '{dataset.deleted}'),
  ('evidence.uploaded', '{evidence.uploaded}'), ('evidence.linked', '{evidence.linked}'),
  ('evidence.unlinked', '{evidence.unlinked}'), ('evidence.deleted', '{evidence.deleted}'),
  ('review.decided', '{exceptions.approved,exceptions.rejected}'),
  ('model.approved', '{model.approved}'), ('model.lapsed', '{model.lapsed}'),
  ('model.revoked', '{model.revoked}')) as audited (kind, actions)`;

/**
 * Compares rows with the bytes of sealed entries, never with plain columns of the log. Kinds of
 * older entries are read under their present names.
 */
const FINDINGS = `
with entries as materialized (
  select l.seq, l.outbox_id, e ->> 'actor' as actor, e ->> 'organization' as organization, e ->> 'subject' as subject,
         coalesce($2::jsonb ->> (e ->> 'kind'), e ->> 'kind') as kind,
         e ->> 'sha256' as sha256, e -> 'detail' as detail
    from log.leaves l cross join lateral (select convert_from(l.entry, 'UTF8')::jsonb as e) decoded
   where l.seq < $1),
-- Rows of deleted organizations are gone; their receipts stay.
sealed as materialized (
  select * from entries l
   where not ${IS_LOST} and not exists (select from entries d
     where d.kind = 'organization.deleted' and d.organization = l.organization)),
columns as (
  select l.seq from log.leaves l cross join lateral (select convert_from(l.entry, 'UTF8')::jsonb as e) decoded
   where l.seq < $1
     and ((e ->> 'seq')::bigint, coalesce(e ->> 'organization', ''), (e ->> 'organization_seq')::bigint,
          e ->> 'kind', e ->> 'subject', e ->> 'sha256', (e ->> 'at')::timestamptz, sha256('\\x00'::bytea || l.entry))
       is distinct from (l.seq, l.organization, l.organization_seq, l.kind, l.subject, l.sha256, l.at, l.hash)),
batches as (
  select distinct on (subject) * from sealed where kind like 'batch.%' order by subject, seq desc),
reports as (
  select distinct on (subject) * from sealed where kind = 'report.measured' order by subject, seq desc),
decided as (
  select distinct on (subject) * from sealed where kind = 'review.decided' order by subject, seq desc),
cases as (
  select distinct on (subject, detail ->> 'case') * from sealed where kind = 'case.decided'
   order by subject, detail ->> 'case', seq desc),
documents as (
  select distinct on (subject) * from sealed where kind in ('evidence.uploaded', 'evidence.deleted')
   order by subject, seq desc),
approvals as (
  select distinct on (subject, approval) seq, subject, approval from (
    select seq, subject, case kind when 'model.approval_requested' then sha256 else detail ->> 'approval' end as approval
      from sealed where kind like 'model.%') named
   where approval is not null order by subject, approval, seq),
found as (
  select 'entry edited' as kind, seq, format('Entry %s: its columns in the database differ from its sealed bytes.', seq) as what,
         null as subject from columns
  union all
  select 'person changed', s.seq, format('Entry %s (%s): its person or words in the database differ from the sealed ones.',
           s.seq, s.kind), null
    from sealed s join private.log_openings o on o.outbox_id = s.outbox_id
   where private.salted(o.person_salt, o.person) <> s.detail ->> 'by'
      or private.salted(o.words_salt, o.words) <> s.detail ->> 'said'
  union all
  -- A tenant of one user is erased with it; a member leaves an entry.
  select 'opening missing', s.seq, format('Entry %s (%s): its person or words are missing.', s.seq, s.kind), null
    from sealed s left join private.log_openings o on o.outbox_id = s.outbox_id
   where (s.detail ? 'by' and o.person is null and not exists (
             select from entries d where d.kind = 'user.erased' and d.subject = s.actor)
          or s.detail ? 'said' and o.words is null)
     and not (o.erased_at is not null and not exists (select from public.organizations t where t.id = o.tenant_id))
  union all
  select 'batch removed', b.seq, format('Batch %s is missing, and the log holds no deletion.', b.subject), b.subject
    from batches b where b.kind <> 'batch.deleted'
     and not exists (select from public.generation_logs g
       where g.batch_id::text = b.subject and g.status = 'completed')
  union all
  select 'batch changed in the database', r.seq, format('Batch %s: the hash of its report differs from the sealed one.', r.subject),
         r.subject
    from reports r join public.batch_reports p on p.batch_id::text = r.subject where p.sha256 is distinct from r.sha256
  union all
  select 'decision changed', d.seq, format('Exception batch %s is %s, but the log says %s.', d.subject, b.status,
           d.detail ->> 'decision'), d.subject
    from decided d join public.exception_batches b on b.id::text = d.subject
   where b.status <> d.detail ->> 'decision'
  union all
  select 'decision changed', c.seq, format('Case %s of exception batch %s differs from its logged decision.',
           (c.detail ->> 'case')::int + 1, c.subject), c.subject
    from cases c join public.exception_batches b on b.id::text = c.subject
    left join public.exception_decisions x on x.batch_id = b.id and x.item = (c.detail ->> 'case')::int
   where x.decision is distinct from c.detail ->> 'to'
  union all
  select 'evidence changed', e.seq, format('Document %s %s', e.subject, case when d.id is null
           then 'is missing, and the log holds no deletion.' else 'has another hash than the sealed one.' end), e.subject
    from documents e left join public.evidence_documents d on d.id::text = e.subject
   where e.kind = 'evidence.uploaded' and (d.id is null or d.sha256 is distinct from e.sha256)
  union all
  select 'approval changed', a.seq, format('Record %s: an approval that was sealed is missing.', a.subject), a.subject
    from approvals a where not exists (select from public.model_approvals m
      where m.run_id::text = a.subject and m.sha256 = a.approval)
  union all
  select 'receipt changed', d.seq, 'The receipt of a deleted organization is missing or has another hash.', d.subject
    from entries d where d.kind = 'organization.deleted'
     and not exists (select from audit.deleted_organizations r
       where r.sha256 = d.sha256 and encode(sha256(convert_to(r.receipt, 'UTF8')), 'hex') = d.sha256)
  union all
  select 'audit trail cut', max(s.seq), format('The audit trail lacks %s of %s events %s of %s.',
           count(*) - (select count(*) from audit.events v where v.object_id = s.subject and v.action = any (t.actions)),
           count(*), s.kind, s.subject), s.subject
    from sealed s join ${AUDITED} on audited.kind = s.kind
    cross join lateral (select audited.actions) t
   -- Approvals given before terms were recorded lapse without an event.
   where s.kind <> 'model.lapsed' or s.detail ? 'approval'
   group by s.kind, s.subject, t.actions
  having count(*) > (select count(*) from audit.events v where v.object_id = s.subject and v.action = any (t.actions)))
select kind, seq::float8 as seq, what from found f
 where not exists (select from log.outbox o where o.subject = f.subject)
 order by seq, kind limit 1000`;

export async function checkSealed({ database, checkpoint, verdict }: Parts): Promise<void> {
  const { rows } = await database.owner.query<Finding>(FINDINGS, [
    checkpoint.size,
    FORMER_LOG_ENTRIES,
  ]);
  for (const { kind, seq, what } of rows) verdict.broken.push({ kind, entry: seq, what });
  if (rows.length > 0) return;
  verdict.checked.push(
    'Batches, reports, decisions, evidence, approvals, persons and audit events match the sealed entries.',
  );
}
