import { canonicalHash } from '../../engines/provenance/canonical-hash.ts';
import type { SealedManifest } from '../../engines/provenance/manifest.ts';
import { changedTiles, TILE_WIDTH } from '../../engines/provenance/tiles.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { areIntact } from '../../platform/storage/verify-bytes.ts';
import { readEntries, storeReader } from '../../product/proof/log-files.ts';
import { BANK_TABLES, type BankTable } from '../../shared/bank-tables.ts';
import type { Json } from '../../shared/canonical-json.ts';
import { checkApprovals } from './check-approvals.ts';
import { checkSealed } from './check-sealed.ts';
import { compareBankRows } from './compare-bank-rows.ts';
import type { BrokenKind, Verdict } from './findings.ts';
import { recordedScores } from './recorded-scores.ts';
import { IS_LOST } from './restored-range.ts';
import type { SignedCheckpoint } from './verify-checkpoint.ts';

export type FsckParts = {
  database: Pick<Database, 'owner'>;
  files: FileStore;
  checkpoint: SignedCheckpoint;
  verdict: Verdict;
};

const say = (verdict: Verdict, kind: BrokenKind, entry: number | null, what: string) =>
  verdict.broken.push({ kind, entry, what });

async function checkLeaves({ database, files, checkpoint, verdict }: FsckParts): Promise<boolean> {
  const { rows } = await database.owner.query<{ size: number }>(
    'select coalesce(max(seq) + 1, 0)::float8 as size from log.leaves',
  );
  const { size } = rows[0]!;
  if (size < checkpoint.size) {
    const what = `The database ends before entry ${size}; ${checkpoint.size} entries were signed.`;
    say(verdict, 'database restored', size, what);
    return false;
  }
  const reader = storeReader(files);
  for (const bundle of changedTiles(0, checkpoint.size, 'entries')) {
    const sealed = await readEntries(reader, bundle);
    const first = bundle.index * TILE_WIDTH;
    const { rows: leaves } = await database.owner.query<{ seq: number; entry: Buffer }>(
      'select seq::float8 as seq, entry from log.leaves where seq >= $1 and seq < $2 order by seq',
      [first, first + bundle.width],
    );
    const at = sealed.findIndex((entry, i) => !leaves[i]?.entry.equals(entry));
    if (at < 0) continue;
    const isMissing = leaves[at]?.seq !== first + at;
    const kind = isMissing ? 'entry deleted' : 'entry edited';
    say(verdict, kind, first + at, `Entry ${first + at} is missing from the database or differs.`);
    return false;
  }
  verdict.checked.push(`The database contains all ${checkpoint.size} signed entries.`);
  return true;
}

type BatchRow = {
  id: string;
  tenantId: string;
  entity: string;
  manifest: SealedManifest;
  quality: number | null;
  privacy: number | null;
  version: string | null;
  sha256: string | null;
  parts: Record<string, string> | null;
  seq: number | null;
  sealed: string | null;
  report: string | null;
  reportSeq: number | null;
  reports: { quality: Json; privacy: Json; from_scratch: Json } | null;
};

const BATCHES = `
select g.batch_id as id, g.tenant_id as "tenantId", g.entity_type as entity, g.manifest,
       g.quality_score as quality, g.privacy_score as privacy,
       o.version, o.metadata ->> 'sha256' as sha256,
       case when g.csv_url is null then (
         select coalesce(json_object_agg(substr(p.name, length(f.folder) + 1), p.version), '{}')
           from (select g.tenant_id || '/' || g.batch_id || '/' as folder) f
           join storage.objects p on p.bucket_id = 'generated_data' and starts_with(p.name, f.folder)) end as parts,
       l.seq::float8 as seq, l.sha256 as sealed,
       r.sha256 as report, r.seq::float8 as "reportSeq",
       case when b.batch_id is not null then json_build_object(
         'quality', b.quality, 'privacy', b.privacy, 'from_scratch', b.from_scratch) end as reports
  from public.generation_logs g
  left join storage.objects o on o.bucket_id || '/' || o.name = g.csv_url
  left join public.batch_reports b on b.batch_id = g.batch_id
  left join lateral (select seq, convert_from(entry, 'UTF8')::json ->> 'sha256' as sha256
    from log.leaves l where subject = g.batch_id::text and kind in ('batch.completed', 'batch.resealed')
     and not ${IS_LOST} order by seq desc limit 1) l on true
  left join lateral (select seq, convert_from(entry, 'UTF8')::json ->> 'sha256' as sha256
    from log.leaves l where subject = g.batch_id::text and kind = 'report.measured'
     and not ${IS_LOST} order by seq desc limit 1) r on true
 where g.status = 'completed' and g.manifest is not null and l.seq < $1
 order by l.seq`;

function contradiction(batch: BatchRow): string | null {
  const { sha256, ...content } = batch.manifest;
  if (sha256 !== batch.sealed || canonicalHash(content as unknown as Json) !== batch.sealed) {
    return 'its manifest';
  }
  if (batch.report === null || batch.reports === null) {
    return batch.report === null ? null : 'its report (deleted)';
  }
  if (canonicalHash(batch.reports) !== batch.report) return 'its report';
  const { quality, privacy } = recordedScores(batch.reports);
  return quality === batch.quality && privacy === batch.privacy ? null : 'its scores';
}

type MadeFile = { name: string; sha256: string; version: string };

async function isMade(
  { verdict, files }: FsckParts,
  { id, seq }: BatchRow,
  file: MadeFile,
): Promise<boolean> {
  const isIntact = await areIntact(files, file);
  if (!isIntact)
    say(
      verdict,
      'file changed',
      seq,
      `Batch ${id}: ${file.name} does not match its recorded hash.`,
    );
  return isIntact;
}

async function checkParts(
  parts: FsckParts,
  batch: BatchRow,
  versions: Record<string, string>,
): Promise<void> {
  for (const file of batch.manifest.files) {
    const version = versions[file.name];
    if (version === undefined)
      say(parts.verdict, 'file missing', batch.seq, `Batch ${batch.id}: ${file.name} is missing.`);
    else await isMade(parts, batch, { ...file, version });
  }
}

async function checkBatch(parts: FsckParts, batch: BatchRow): Promise<void> {
  const { verdict, files, database } = parts;
  const differs = contradiction(batch);
  if (differs !== null) {
    const what = `Batch ${batch.id}: ${differs} differs from the sealed content.`;
    const entry = differs.startsWith('its manifest') ? batch.seq : batch.reportSeq;
    say(verdict, 'batch changed in the database', entry, what);
    return;
  }
  const [file] = batch.manifest.files;
  const { version } = batch;
  if (batch.parts !== null) await checkParts(parts, batch, batch.parts);
  if (file === undefined || version === null) return;
  if (!(await isMade(parts, batch, { ...file, version }))) return;
  const table = BANK_TABLES.find((name) => name === batch.entity) as BankTable | undefined;
  if (table === undefined || batch.manifest.engine.name !== 'simulate') return;
  const rows = await compareBankRows(database.owner, files, { ...batch, table, version });
  if (rows > 0) {
    say(
      verdict,
      'bank rows changed',
      batch.seq,
      `Batch ${batch.id}: ${rows} rows differ between bank.${table} and its file.`,
    );
  }
}

async function checkLedgers({ database, checkpoint, verdict }: FsckParts): Promise<void> {
  const { rows } = await database.owner.query<{ seq: number; subject: string; spent: number }>(
    `select l.seq::float8 as seq, l.subject, (convert_from(l.entry, 'UTF8')::json #>> '{detail,sequence}')::int as spent
       from log.leaves l
      where l.kind = 'privacy.spent' and l.seq < $1
        and not exists (select from log.leaves d
          where d.kind = 'organization.deleted' and d.organization = l.organization and d.seq < $1)
        and not exists (select from public.privacy_ledger p
          where p.source_id::text = l.subject and p.hash = l.sha256)
      order by l.seq limit 1`,
    [checkpoint.size],
  );
  const [cut] = rows;
  if (cut) {
    const what = `Entry ${cut.spent} of the privacy ledger of source ${cut.subject} is missing or differs.`;
    say(verdict, 'privacy ledger cut', cut.seq, what);
  } else verdict.checked.push('The privacy ledgers contain all sealed costs.');
}

/** States the entries that a restored database lacks. */
async function addRestored({ database, verdict }: FsckParts): Promise<void> {
  const { rows } = await database.owner.query<{ seq: number; at: string; lost: number }>(
    `select seq::float8 as seq, at::text as at, (select count(*) from log.leaves l where ${IS_LOST})::float8 as lost
       from log.leaves where organization = '' and kind = 'log.restored' order by seq`,
  );
  for (const { seq, at, lost } of rows) {
    verdict.unchecked.push(
      `Entry ${seq}: the database was restored from an older backup by ${at}. ${lost} entries are only on the log.`,
    );
  }
}

export async function checkDatabase(parts: FsckParts): Promise<void> {
  if (!(await checkLeaves(parts))) return;
  await addRestored(parts);
  const { rows } = await parts.database.owner.query<BatchRow>(BATCHES, [parts.checkpoint.size]);
  for (const batch of rows) await checkBatch(parts, batch);
  parts.verdict.checked.push(`${rows.length} batches: manifests, reports, scores, files and rows.`);
  await checkLedgers(parts);
  await checkApprovals(parts);
  await checkSealed(parts);
}
