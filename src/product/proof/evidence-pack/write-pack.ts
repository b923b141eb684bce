import { openEntry } from '../../../engines/provenance/opening.ts';
import { AppError } from '../../../shared/errors.ts';
import { MAX_PACK_BATCHES } from '../../../shared/limits.ts';
import { type ReadBatch, writeBatchPart } from './batch-part.ts';
import { CONTROLS } from './controls.ts';
import {
  addSubject,
  noSubjects,
  type Subjects,
  subjectsOfBatch,
  writeGovernancePart,
} from './governance-part.ts';
import { instructions } from './instructions.ts';
import { type OnEntry, requireSealed, writeLogPart } from './log-part.ts';
import { assessmentResults } from './oscal.ts';
import { openPackFolder, type PackFile } from './pack-folder.ts';
import { LOG_PARTS, PACK_FORMAT, PACK_INDEX, READER_PAGE } from './pack-parts.ts';
import type { PackScope, PackSource } from './pack-source.ts';
import { readerPage } from './reader-page.ts';
import { sealedFacts } from './sealed-facts.ts';

export type EvidencePack = {
  filename: string;
  index: PackFile;
  files: PackFile[];
  /** Number of entries of the pack's checkpoint. */
  checkpoint: number;
};

async function subjectsAtStart(source: PackSource, scope: PackScope): Promise<Subjects> {
  if (scope.kind === 'period') return noSubjects();
  const { batchId } = scope;
  const subjects = await source.read(async (tx) => {
    const { rowCount } = await tx.query('select from public.generation_logs where batch_id = $1', [
      batchId,
    ]);
    return rowCount === 0 ? null : subjectsOfBatch(tx, batchId);
  });
  if (subjects === null) throw new AppError('not_found', 'Batch not found.');
  await requireSealed(source, idsOf(subjects));
  return subjects;
}

const idsOf = ({ batches, runs, documents, datasets }: Subjects) => [
  ...batches,
  ...runs,
  ...documents,
  ...datasets,
];

const organizationOf = (source: PackSource) =>
  source.read(async (tx) => {
    const { rows } = await tx.query<{ name: string | null; commitment: string }>(
      `select (select name from public.organizations where id = private.org_id()) as name,
              private.own_commitment() as commitment`,
    );
    return { name: rows[0]!.name ?? 'Personal', commitment: rows[0]!.commitment };
  });

async function writeBatches(
  source: PackSource,
  { scope, batches, origin }: { scope: PackScope; batches: Set<string>; origin: string },
  folder: ReturnType<typeof openPackFolder>,
): Promise<ReadBatch[]> {
  if (batches.size > MAX_PACK_BATCHES) {
    throw new AppError(
      'too_large',
      `${batches.size} batches are too many. Choose a shorter period.`,
    );
  }
  const packed: ReadBatch[] = [];
  for (const batchId of batches) {
    const batch = await writeBatchPart(
      source,
      { batchId, withFile: scope.kind === 'batch', origin },
      folder,
    );
    if (batch !== null) packed.push(batch);
  }
  return packed;
}

const namesOf = (scope: PackScope) =>
  scope.kind === 'batch'
    ? { filename: `evidence-${scope.batchId.slice(0, 8)}.zip`, about: { batch: scope.batchId } }
    : {
        filename: `evidence-${scope.from}-to-${scope.to}.zip`,
        about: { from: scope.from, to: scope.to },
      };

/**
 * Writes an evidence pack; for a period with file hashes only. `workFolder` must last until it is
 * read.
 */
export async function writePack(
  source: PackSource,
  scope: PackScope,
  { workFolder, at }: { workFolder: string; at: Date },
): Promise<EvidencePack> {
  const folder = openPackFolder(workFolder, source.files);
  const subjects = await subjectsAtStart(source, scope);
  const facts = sealedFacts();
  const onEntry: OnEntry = (entry, opening) => {
    if (opening.lost) return;
    if (scope.kind === 'period') addSubject(subjects, entry);
    const opened = openEntry(entry, opening);
    if (typeof opened === 'string') {
      throw new AppError('internal', `The opening of entry ${entry.seq} is for another text.`);
    }
    facts.add(entry, opened);
  };
  const { checkpoint, entries } = await writeLogPart(
    source,
    { scope, subjects: idsOf(subjects) },
    { folder, onEntry },
  );
  const batches = await writeBatches(
    source,
    { scope, batches: subjects.batches, origin: checkpoint.origin },
    folder,
  );
  const governance = await writeGovernancePart(source, { scope, subjects, facts }, folder);
  const { filename, about } = namesOf(scope);
  const organization = await organizationOf(source);
  const page = readerPage({
    title: `Evidence pack ${filename.replace(/^evidence-|\.zip$/g, '')}`,
    organization: organization.name,
    madeAt: at.toISOString(),
    program: source.version,
    entries,
    origin: checkpoint.origin,
    outsideAt: checkpoint.outsideAt === null ? null : new Date(checkpoint.outsideAt).toISOString(),
    batches,
    governance,
    facts,
  });
  await folder.write(READER_PAGE, page);
  await folder.writeJson('controls.json', CONTROLS);
  await folder.writeJson(
    'oscal-assessment-results.json',
    assessmentResults(CONTROLS, {
      title: `Evidence pack ${namesOf(scope).filename}`,
      at,
      version: source.version,
      present: new Set(folder.files.map(({ name }) => name)),
    }),
  );
  const packed = batches.map((batch) => batch.packed);
  const text = instructions({
    batches: packed.filter(({ file_in_pack }) => file_in_pack).map(({ batch }) => batch),
    hasTimestamp: folder.files.some(({ name }) => name === LOG_PARTS.timestamp),
    signedOutside: checkpoint.outsideAt !== null,
  });
  await folder.write('VERIFY.md', text);
  const files = [...folder.files];
  const index = await folder.writeJson(PACK_INDEX, {
    format: PACK_FORMAT,
    about,
    made_at: at.toISOString(),
    program: source.version,
    organization,
    checkpoint: { origin: checkpoint.origin, size: checkpoint.size },
    entries,
    batches: packed,
    files: files.map(({ name, sha256, bytes }) => ({ name, sha256, bytes })),
  });
  return { filename, index, files: [index, ...files], checkpoint: checkpoint.size };
}
