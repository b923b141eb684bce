import type pg from 'pg';
import type { LogEntry } from '../../../engines/provenance/log-entry.ts';
import type { PackFolder } from './pack-folder.ts';
import { type PackScope, type PackSource, timesOf } from './pack-source.ts';
import { listedPerson, type SealedFact, type SealedFacts } from './sealed-facts.ts';

export type Subjects = {
  batches: Set<string>;
  runs: Set<string>;
  documents: Set<string>;
  datasets: Set<string>;
};

export const noSubjects = (): Subjects => ({
  batches: new Set(),
  runs: new Set(),
  documents: new Set(),
  datasets: new Set(),
});

export function addSubject({ batches, runs, documents }: Subjects, entry: LogEntry): void {
  const { kind, subject, detail } = entry;
  if (kind.startsWith('batch.') || kind === 'report.measured') batches.add(subject);
  if (kind.startsWith('model.')) runs.add(subject);
  if (kind.startsWith('evidence.')) documents.add(subject);
  if (kind.startsWith('evidence.') && typeof detail.run === 'string') runs.add(detail.run);
}

export async function subjectsOfBatch(tx: pg.PoolClient, batchId: string): Promise<Subjects> {
  const { rows: sources } = await tx.query<{ dataset: string }>(
    'select manifest_id as dataset from public.generation_logs where batch_id = $1 and manifest_id is not null',
    [batchId],
  );
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
    datasets: new Set(sources.map(({ dataset }) => dataset)),
  };
}

/** Records with all approvals ever given. */
const RECORDS = `
select g.run_id, g.model_type, g.dataset_ref, g.batch_id, g.accuracy_score, g.risk_score,
       private.utc(g.created_at) as created_at, maker.email as made_by,
       coalesce((select jsonb_agg(private.approval_terms(m) || jsonb_build_object(
           'approved_by', approver.email, 'confirmed_by', confirmer.email, 'closed_by', closer.email,
           'closed_at', private.utc(m.closed_at), 'closed_reason', m.closed_reason,
           'state', c.state, 'lapsed_because', c.lapsed_because) order by m.approved_at)
         from public.model_approvals m
         left join public.current_approvals c on c.id = m.id
         left join public.profiles approver on approver.id = m.approved_by
         left join public.profiles confirmer on confirmer.id = m.confirmed_by
         left join public.profiles closer on closer.id = m.closed_by
        where m.run_id = g.run_id), '[]') as approvals
  from public.governance_audit g
  left join public.profiles maker on maker.id = g.created_by
 where g.run_id::text = any ($1) or g.batch_id::text = any ($2)
 order by g.created_at`;

const EVIDENCE = `
select d.id as document, d.filename, d.file_type, d.file_size, d.sha256, d.is_global,
       private.utc(d.created_at) as created_at,
       p.email as uploaded_by,
       array(select l.governance_run_id from public.evidence_links l where l.document_id = d.id) as linked_to
  from public.evidence_documents d
  left join public.profiles p on p.id = d.uploaded_by
 where d.id::text = any ($1) or d.id in (select document_id from public.evidence_links
   where governance_run_id::text = any ($2))
 order by d.created_at`;

type ListedApproval = {
  sha256: string;
  intended_use: string;
  audience: string;
  expires_on: string;
  notes: string | null;
  exception_name: string | null;
  exception_reason: string | null;
  approved_at: string;
  approved_by: string | null;
  confirmed_at: string | null;
  confirmed_by: string | null;
  closed_at: string | null;
  closed_by: string | null;
  closed_reason: string | null;
  state: string | null;
  lapsed_because: string | null;
};
type ListedRecord = {
  run_id: string;
  model_type: string;
  dataset_ref: string;
  batch_id: string | null;
  created_at: string;
  made_by: string | null;
  approvals: ListedApproval[];
};
type ListedDocument = {
  document: string;
  filename: string;
  sha256: string | null;
  created_at: string;
  uploaded_by: string | null;
};
type ListedDecision = {
  exceptions: string;
  name: string | null;
  item: number | null;
  at: string;
  by: string | null;
  before: string | null;
  after: string | null;
  reason: string | null;
  note: string | null;
};
export type Governance = {
  records: ListedRecord[];
  evidence: ListedDocument[];
  decisions: ListedDecision[];
};

/** Lists persons as the log sealed them, since names and accounts change afterwards. */
function withSealedPersons(
  { records, evidence, decisions }: Governance,
  facts: SealedFacts,
): Governance {
  const sealedOr = (fact: SealedFact | undefined, current: string | null) =>
    fact === undefined || fact.by === 'closed' ? current : listedPerson(fact.by);
  const listed = (run: string, approval: ListedApproval): ListedApproval => {
    const { requested, approved, ended } = facts.approval(run, approval.sha256);
    return {
      ...approval,
      approved_by: sealedOr(requested ?? approved, approval.approved_by),
      confirmed_by: sealedOr(requested && approved, approval.confirmed_by),
      closed_by:
        ended?.entry.kind === 'model.revoked'
          ? sealedOr(ended, approval.closed_by)
          : approval.closed_by,
    };
  };
  return {
    records: records.map((record) => ({
      ...record,
      made_by: sealedOr(facts.newest('model.recorded', record.run_id), record.made_by),
      approvals: record.approvals.map((approval) => listed(record.run_id, approval)),
    })),
    evidence: evidence.map((document) => ({
      ...document,
      uploaded_by: sealedOr(
        facts.newest('evidence.uploaded', document.document),
        document.uploaded_by,
      ),
    })),
    decisions: decisions.map((decision) => ({
      ...decision,
      by: sealedOr(facts.decision(decision.exceptions, decision.item, decision.at), decision.by),
    })),
  };
}

export async function writeGovernancePart(
  source: PackSource,
  { scope, subjects, facts }: { scope: PackScope; subjects: Subjects; facts: SealedFacts },
  folder: PackFolder,
): Promise<Governance> {
  const { from, until } = timesOf(scope);
  const batchId = scope.kind === 'batch' ? scope.batchId : null;
  const [batches, runs, documents] = [subjects.batches, subjects.runs, subjects.documents].map(
    (ids) => [...ids],
  );
  const records = await source.read(async (tx) => ({
    records: (await tx.query<ListedRecord>(RECORDS, [runs, batches])).rows,
    evidence: (await tx.query<ListedDocument>(EVIDENCE, [documents, runs])).rows,
    decisions: (
      await tx.query<ListedDecision>('select * from private.own_decisions($1, $2, $3)', [
        batchId,
        from,
        until,
      ])
    ).rows,
  }));
  const governance = withSealedPersons(records, facts);
  await folder.writeJson('approvals.json', governance.records);
  await folder.writeJson('evidence.json', governance.evidence);
  await folder.writeJson('decisions.json', governance.decisions);
  return governance;
}
