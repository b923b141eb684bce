import type pg from 'pg';
import type { ColumnRoles } from '../../engines/detect/index.ts';
import { AppError } from '../../shared/errors.ts';
import type { DatasetKind } from '../../shared/statuses.ts';

type Pattern = { kind: string; accounts: string[]; rows: number[] };

export type CaseRecord = {
  id: string;
  tenant_id: string;
  subject_column: string;
  subject: string;
  rows: number[];
  reasons: { row: number; feature: string; sentence: string }[];
  status: string;
  manifest_id: string | null;
  source_batch: string | null;
  filename: string;
  kind: DatasetKind;
  roles: ColumnRoles;
  /** Patterns of the newest analysis that the subject is part of. */
  patterns: Pattern[];
  organization: string | null;
};

const READ = `
  select c.id, c.tenant_id, c.subject_column, c.subject, c.rows, c.reasons, c.status,
         r.manifest_id, r.batch_id as source_batch, r.dataset_name as filename, r.data_kind as kind,
         r.parameters -> 'roles' as roles,
         (select name from public.organizations where id = private.org_id()) as organization,
         (select coalesce(jsonb_agg(r.parameters -> 'patterns' -> p), '[]') from unnest(c.patterns) p
           where r.parameters -> 'patterns' -> p is not null) as patterns
    from public.cases c
    join public.exception_batches b on b.id = c.batch_id
    join public.pattern_analysis_results r on r.id = b.result_id
   where c.id = $1`;

/** @throws AppError if the caller's organization has no such case */
export async function readCase(tx: pg.PoolClient, id: string): Promise<CaseRecord> {
  const { rows } = await tx.query<CaseRecord>(READ, [id]);
  if (!rows[0]) throw new AppError('not_found', 'Case not found');
  return rows[0];
}

export type EarlierCase = {
  id: string;
  subject: string;
  status: string;
  outcome: string | null;
  created_at: string;
};

const MAX_EARLIER = 50;

/** Returns other cases of the accounts, those of the subject first, newest first. */
export async function earlierCases(
  tx: pg.PoolClient,
  { id, subject }: Pick<CaseRecord, 'id' | 'subject'>,
  accounts: readonly string[],
): Promise<EarlierCase[]> {
  const { rows } = await tx.query<EarlierCase>(
    `select id, subject, status, outcome, created_at from public.cases
      where subject = any ($2) and id <> $1
      order by subject <> $3, created_at desc limit $4`,
    [id, accounts, subject, MAX_EARLIER],
  );
  return rows;
}
