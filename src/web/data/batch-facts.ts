import { fileStem } from '../../shared/file-stem.ts';
import { BOOKS, isBookPreset, tableWords } from '../../shared/institutions.ts';
import { MIN_SCORED_ROWS } from '../../shared/scored-rows.ts';
import { formatCount } from '../lib/format.ts';
import type { GenerationLog, Run } from './rows.ts';
import { isOpen } from './runs.ts';

type Manifest = {
  seed?: string;
  engine?: { name?: string; version?: string };
  request?: {
    mode?: string;
    real?: number;
    count?: number;
    given?: Record<string, string>;
    rebalance?: { column: string; shares: Record<string, number> };
    [key: string]: unknown;
  };
  source?: {
    filename?: string;
    sha256?: string;
    records?: number;
    /** Dataset of a private batch; with the commitment it replaces hash and row count. */
    dataset?: string;
    commitment?: string;
    bankStateSha256?: string;
  } | null;
  files?: { name: string; rows: number; bytes: number; sha256: string }[];
  notes?: {
    /** Columns with cells that spreadsheets run as formulas. */
    formulaColumns?: string[];
    learnedFrom?: number | null;
    /** Sentences on columns whose format other columns or the calendar decided. */
    inferredFormats?: Record<string, string>;
    privacyWithheld?: string;
    privacy?: { mechanism: string; epsilon: number; delta: number; unit: string };
    [key: string]: unknown;
  };
  sha256?: string;
};
type Described = Pick<GenerationLog, 'manifest'> & Partial<GenerationLog>;

export const manifestOf = (batch: Pick<GenerationLog, 'manifest'>): Manifest =>
  (batch.manifest ?? {}) as Manifest;

export type PartOfBatch = { name: string; rows: number; bytes: number; url: string };

/** Returns the shard files named in the manifest of a batch without a single file. */
export function partsOf(batch: GenerationLog): PartOfBatch[] {
  const { files = [] } = manifestOf(batch);
  if (batch.csv_url || batch.status !== 'completed' || batch.tenant_id === undefined) return [];
  const folder = `generated_data/${batch.tenant_id}/${batch.batch_id}`;
  return files.map(({ name, rows, bytes }) => ({ name, rows, bytes, url: `${folder}/${name}` }));
}

export type BatchKind = 'simulated' | 'learned' | 'blend';

export function kindOf(batch: Pick<GenerationLog, 'entity_type' | 'manifest_id'>): BatchKind {
  if (batch.entity_type === 'blend') return 'blend';
  return batch.manifest_id === null ? 'simulated' : 'learned';
}

export const formatEpsilon = (epsilon: number): string => String(Number(epsilon.toPrecision(3)));
export const formatDelta = (delta: number): string => delta.toExponential(1).replace('e-', 'e−');

export const guaranteeNote = (batch: Pick<GenerationLog, 'manifest'>) =>
  manifestOf(batch).notes?.privacy ?? null;

export const protectionMode = (batch: Pick<GenerationLog, 'manifest'>): string | null =>
  manifestOf(batch).request?.mode ?? null;

export function protectionOf(batch: Described): string | null {
  const guarantee = guaranteeNote(batch);
  if (guarantee) return `private, ε ${formatEpsilon(guarantee.epsilon)}`;
  return protectionMode(batch);
}

const fileOf = (run: Run | null): string | null =>
  typeof run?.subject.filename === 'string' ? run.subject.filename : null;

const BANK_FILE = 'transactions.csv';

/** Table that a batch contains: that of linked tables, or its kind of rows. */
export function contentOf(
  batch: Pick<GenerationLog, 'entity_type' | 'manifest_id' | 'manifest'>,
): string {
  const { request, files } = manifestOf(batch);
  if (batch.entity_type === 'table' && request?.table) return String(request.table);
  const isOther = kindOf(batch) === 'learned' && files?.[0]?.name !== BANK_FILE;
  return isOther ? 'rows' : batch.entity_type;
}

/** Name of a batch's file without its ending. */
export function fileTitle(
  batch: Pick<GenerationLog, 'entity_type' | 'manifest_id' | 'manifest'>,
): string {
  const { files = [], source } = manifestOf(batch);
  if (kindOf(batch) === 'learned' && files.length === 1) return fileStem(files[0]!.name);
  return kindOf(batch) === 'blend' && source?.filename
    ? `blend-${fileStem(source.filename)}`
    : contentOf(batch);
}

/** Institution that a simulated batch belongs to: 'US motor insurer'. */
export function simulatedInstitution(batch: Pick<GenerationLog, 'manifest'>): string {
  const { notes, request } = manifestOf(batch);
  return request?.table !== undefined && isBookPreset(notes?.preset)
    ? BOOKS[notes.preset].label
    : 'bank';
}

/** Rows of a batch that an analysis scores: transactions, or claims or members of a book. */
export function analyzedRows(
  batch: Pick<GenerationLog, 'entity_type' | 'manifest_id' | 'manifest'>,
): string | null {
  if (batch.entity_type === 'transactions') return contentOf(batch);
  const preset = manifestOf(batch).notes?.preset;
  const table = contentOf(batch);
  return isBookPreset(preset) && BOOKS[preset].analyzed === table ? table : null;
}

/** Rows of a simulated batch that its ground truth names; null if it has none. */
export const rowsWithTruth = (batch: Parameters<typeof analyzedRows>[0]): string | null =>
  kindOf(batch) === 'simulated' ? analyzedRows(batch) : null;

/** True for a table of a simulated insurer or credit union. */
export const isOfBook = (batch: Pick<GenerationLog, 'entity_type' | 'manifest_id'>): boolean =>
  batch.entity_type === 'table' && batch.manifest_id === null;

export function batchTitle(
  batch: Pick<GenerationLog, 'entity_type' | 'manifest_id' | 'manifest' | 'name'>,
  /** Run that generates the batch; it names the file before a manifest exists. */
  run: Run | null = null,
): string {
  if (batch.name) return batch.name;
  const { source, request } = manifestOf(batch);
  const kind = kindOf(batch);
  if (kind === 'simulated') return `Simulated ${tableWords(contentOf(batch))}`;
  const file = source?.filename ?? fileOf(run) ?? 'Upload';
  if (kind === 'blend') {
    const share =
      request?.real !== undefined && request.count ? request.real / request.count : null;
    return `${file}, blend${share === null ? '' : ` with ${Math.round(share * 100)}% real rows`}`;
  }
  return [file, protectionOf(batch)].filter(Boolean).join(', ');
}

export const withheldReason = (batch: Pick<GenerationLog, 'manifest'>): string | null =>
  manifestOf(batch).notes?.privacyWithheld ?? null;

export type ScoreState =
  | { kind: 'score'; value: number }
  | { kind: 'word'; word: 'By construction' | 'Pending' | 'Measuring' }
  | { kind: 'none'; word: 'Not scored' | 'Not applicable'; reason: string };

const none = (word: 'Not scored' | 'Not applicable', reason: string): ScoreState => ({
  kind: 'none',
  word,
  reason,
});

export function scoreState(
  batch: GenerationLog,
  which: 'privacy_score' | 'quality_score',
  measuring: boolean,
): ScoreState {
  const kind = kindOf(batch);
  const score = batch[which];
  if (batch.status === 'queued' || batch.status === 'running')
    return { kind: 'word', word: 'Pending' };
  if (kind === 'blend') return none('Not applicable', 'A blend contains real rows.');
  if (kind === 'simulated')
    return score === null
      ? none('Not applicable', withheldReason(batch) ?? 'Simulated demo data is not measured.')
      : { kind: 'word', word: 'By construction' };
  if (score !== null) return { kind: 'score', value: score };
  if (batch.status === 'failed' || batch.status === 'cancelled')
    return none('Not applicable', 'The batch was not generated.');
  if (measuring) return { kind: 'word', word: 'Measuring' };
  const rows = Number(batch.record_count);
  if (rows < MIN_SCORED_ROWS)
    return none(
      'Not scored',
      `A score needs at least ${MIN_SCORED_ROWS} synthetic rows (this batch has ${formatCount(rows)}).`,
    );
  const reason = which === 'privacy_score' ? withheldReason(batch) : null;
  return none('Not scored', reason ?? 'This batch has no report.');
}

export const isMeasured = (runs: readonly Run[] | undefined, batchId: string): boolean =>
  runs?.some((run) => run.kind === 'measure' && run.subject.batchId === batchId && isOpen(run)) ??
  false;
