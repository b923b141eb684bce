import type pg from 'pg';
import type { LogEntry } from '../../../engines/provenance/log-entry.ts';
import type { PackFolder } from './pack-folder.ts';
import { type PackScope, type PackSource, timesOf } from './pack-source.ts';

export type Subjects = { batches: Set<string>; runs: Set<string>; documents: Set<string> };

export const noSubjects = (): Subjects => ({
  batches: new Set(),
  runs: new Set(),
  documents: new Set(),
});

export function addSubject({ batches, runs, documents }: Subjects, entry: LogEntry): void {
  const { kind, subject, detail } = entry;
  if (kind.startsWith('batch.') || kind === 'report.measured') batches.add(subject);
  if (kind.startsWith('model.')) runs.add(subject);
  if (kind.startsWith('evidence.')) documents.add(subject);
  if (kind.startsWith('evidence.') && typeof detail.run === 'string') runs.add(detail.run);
}

export async function subjectsOfBatch(tx: pg.PoolClient, batchId: string): Promise<Subjects> {
  const { rows } = await tx.query<{ run: string; documents: string[] }>(
    `select g.run_id as run, array(select l.document_id from public.evidence_links l
              where l.governance_run_id = g.run_id) as documents
       from public.governance_audit g
      where g.batch_id = $1 or g.run_id in (select p.governance_run_id
              from public.pattern_analysis_results p where p.batch_id = $1)`,
    [batchId],
  );
  return {
    batches: new Set([batchId]),
    runs: new Set(rows.map(({ run }) => run)),
    documents: new Set(rows.flatMap(({ documents }) => documents)),
  };
}

/** Records with all approvals ever given. The last column is true if the open one is valid. */
const RECORDS = `
select g.run_id, g.model_type, g.dataset_ref, g.batch_id, g.accuracy_score, g.risk_score, g.created_at,
       maker.email as made_by,
       coalesce((select json_agg(to_json(a) order by a.approved_at) from (
         select m.sha256, m.intended_use, m.audience, to_char(m.expires_on, 'YYYY-MM-DD') as expires_on, m.notes,
                m.exception_name, m.exception_reason, m.verdict, m.file_sha256, m.report_sha256, m.manifest_sha256,
                m.evidence, approver.email as approved_by, m.approved_at, confirmer.email as confirmed_by,
                m.confirmed_at, m.maker_checker, m.closed_at, m.closed_reason, c.state, c.lapsed_because
           from public.model_approvals m
           left join public.current_approvals c on c.id = m.id
           left join public.profiles approver on approver.id = m.approved_by
           left join public.profiles confirmer on confirmer.id = m.confirmed_by
          where m.run_id = g.run_id) a), '[]') as approvals
  from public.governance_audit g
  left join public.profiles maker on maker.id = g.created_by
 where g.run_id::text = any ($1) or g.batch_id::text = any ($2)
 order by g.created_at`;

const EVIDENCE = `
select d.id as document, d.filename, d.file_type, d.file_size, d.sha256, d.is_global, d.created_at,
       p.email as uploaded_by,
       array(select l.governance_run_id from public.evidence_links l where l.document_id = d.id) as linked_to
  from public.evidence_documents d
  left join public.profiles p on p.id = d.uploaded_by
 where d.id::text = any ($1) or d.id in (select document_id from public.evidence_links
   where governance_run_id::text = any ($2))
 order by d.created_at`;

export async function writeGovernancePart(
  source: PackSource,
  { scope, subjects }: { scope: PackScope; subjects: Subjects },
  folder: PackFolder,
): Promise<void> {
  const { from, until } = timesOf(scope);
  const batchId = scope.kind === 'batch' ? scope.batchId : null;
  const [batches, runs, documents] = [subjects.batches, subjects.runs, subjects.documents].map(
    (ids) => [...ids],
  );
  const records = await source.read(async (tx) => ({
    records: (await tx.query(RECORDS, [runs, batches])).rows,
    evidence: (await tx.query(EVIDENCE, [documents, runs])).rows,
    decisions: (
      await tx.query('select * from private.own_decisions($1, $2, $3)', [batchId, from, until])
    ).rows,
  }));
  await folder.writeJson('approvals.json', records.records);
  await folder.writeJson('evidence.json', records.evidence);
  await folder.writeJson('decisions.json', records.decisions);
}
