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
import type { Verdict } from './findings.ts';

/** Why a batch can't be made again from its manifest alone; null where it can. */
function obstacleOf({ engine, source, request }: SealedManifest): string | null {
  if (engine.name !== 'simulate') {
    return 'A batch shaped by a file is made again with its model, which this folder does not hold.';
  }
  if (source !== null) {
    return "The batch builds on the bank's accounts as they were, which this folder does not hold.";
  }
  if (request.demo === true) return 'Rows of the demo are copied, and not made.';
  if (engine.version !== engineVersion) {
    return `The batch was made by engine ${engine.version}, and this is ${engineVersion}: use that version of the program.`;
  }
  return null;
}

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

/** Makes a batch again from its manifest, and compares bytes by their hash. */
export function addRegenerated(manifest: SealedManifest, verdict: Verdict): void {
  const obstacle = obstacleOf(manifest);
  if (obstacle !== null) {
    verdict.unchecked.push(`Not made again: ${obstacle}`);
    return;
  }
  const [file] = manifest.files;
  if (file !== undefined && hashAgain(manifest) === file.sha256) {
    verdict.checked.push(`Made again from seed ${manifest.seed}, ${file.name} is the same.`);
    return;
  }
  verdict.broken.push({
    kind: 'not made again',
    entry: null,
    what: `Made again from seed ${manifest.seed}, the file is another.`,
  });
}
