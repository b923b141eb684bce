import { createHash } from 'node:crypto';
import type { SealedManifest } from '../../engines/provenance/manifest.ts';
import {
  csvHeader,
  encodeCsv,
  engineVersion,
  plan,
  simulateCells,
} from '../../engines/simulate/index.ts';
import {
  requestOf,
  type SimulationSettings,
} from '../../product/generation/from-scratch/simulation-settings.ts';
import {
  countsForNewBank,
  type SimulatedEntity,
} from '../../product/generation/from-scratch/simulation-subject.ts';
import { BANK_TABLES } from '../../shared/bank-tables.ts';
import { BLENDED, isBlend } from './blend.ts';
import type { Verdict } from './findings.ts';

/** Why a batch can't be made again from its manifest alone; null where it can. */
function obstacleOf(manifest: SealedManifest): string | null {
  const { engine, source, request, files } = manifest;
  if (files.length !== 1 || !files[0]!.name.endsWith('.csv')) {
    return 'The batch was made in parts, which this command does not do.';
  }
  if (engine.name !== 'simulate') {
    if (isBlend(manifest)) return BLENDED;
    return request.mode === 'private'
      ? 'The batch was drawn from a model, which its organization keeps: name it with --model.'
      : 'The model that the batch was drawn from was not kept; its rows can’t be drawn again without it.';
  }
  if (source !== null) {
    return "The batch builds on the bank's accounts as they were, which this folder does not hold.";
  }
  if (request.demo === true) return 'Rows of the demo are copied, and not made.';
  return versionObstacle(engine.version, engineVersion);
}

const versionObstacle = (made: string, present: string): string | null =>
  made === present
    ? null
    : `The batch was made by engine ${made}, and this is ${present}: use that version of the program.`;

/** The SHA-256 of the file that a manifest's seed and settings give, for the table that it counts. */
function hashAgain({ seed, request, counts }: SealedManifest): string {
  const { entity, count, ...settings } = request as unknown as SimulationSettings & {
    entity: SimulatedEntity;
    count: number;
  };
  const table = BANK_TABLES.find((name) => counts[name] !== undefined)!;
  const made = plan({
    ...countsForNewBank({ entity, count }),
    ...requestOf({ ...settings, seed }),
  });
  const hash = createHash('sha256');
  let isFirst = true;
  for (const cell of simulateCells(made, undefined, { reuse: true })) {
    const rows = cell[table];
    if (isFirst) hash.update(csvHeader(rows));
    isFirst = false;
    if (rows.rows > 0) hash.update(encodeCsv(rows));
  }
  return hash.digest('hex');
}

/** Compares what came out with the file that the manifest names. */
function addComparison({ seed, files }: SealedManifest, hash: string, verdict: Verdict): void {
  const [file] = files;
  if (file !== undefined && hash === file.sha256) {
    verdict.checked.push(`Made again from seed ${seed}, ${file.name} is the same.`);
    return;
  }
  verdict.broken.push({
    kind: 'not made again',
    entry: null,
    what: `Made again from seed ${seed}, the file is another.`,
  });
}

/** Makes a batch again from its manifest, and where it was learned its model, and compares bytes by their hash. */
export async function addRegenerated(
  manifest: SealedManifest,
  modelPath: string | null,
  verdict: Verdict,
): Promise<void> {
  if (modelPath !== null) {
    const { sampledAgain } = await import('./sample-again.ts');
    const again = await sampledAgain(manifest, modelPath);
    if (again.kind === 'made') addComparison(manifest, again.sha256, verdict);
    else if (again.kind === 'obstacle') verdict.notDone.push(`Not made again: ${again.why}`);
    else verdict.broken.push({ kind: 'model differs', entry: null, what: again.why });
    return;
  }
  const obstacle = obstacleOf(manifest);
  if (obstacle !== null) verdict.notDone.push(`Not made again: ${obstacle}`);
  else addComparison(manifest, hashAgain(manifest), verdict);
}
