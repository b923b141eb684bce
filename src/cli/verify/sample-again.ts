import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SealedManifest } from '../../engines/provenance/manifest.ts';
import {
  anyModelFromBytes,
  engineVersion,
  type Given,
  modelHash,
  type Rebalance,
  type SynthesisMode,
} from '../../engines/synthesize/index.ts';
import { synthesize } from '../../product/generation/from-upload/synthesize-thread.ts';
import { csvRecord } from '../../shared/csv.ts';
import { AppError } from '../../shared/errors.ts';
import { BLENDED, isBlend } from './blend.ts';

type Again =
  | { kind: 'made'; sha256: string }
  | { kind: 'obstacle'; why: string }
  | { kind: 'model differs'; why: string };

type Request = { count: number; mode: SynthesisMode; given?: Given; rebalance?: Rebalance };

/** Draws the rows of a batch again from the model that its manifest names by hash, with its seed. */
export async function sampledAgain(manifest: SealedManifest, modelPath: string): Promise<Again> {
  const { engine, seed, request, notes, files } = manifest;
  const obstacle = (why: string): Again => ({ kind: 'obstacle', why });
  if (isBlend(manifest)) return obstacle(BLENDED);
  if (engine.name !== 'synthesize' || files.length !== 1 || !files[0]!.name.endsWith('.csv')) {
    return obstacle('--model is for a batch of one table that was learned from a file.');
  }
  if (engine.version !== engineVersion) {
    return obstacle(
      `The batch was made by engine ${engine.version}, and this is ${engineVersion}: use that version of the program.`,
    );
  }
  const bytes = await readFile(modelPath).catch((cause: unknown) => {
    throw new AppError('not_found', `cannot read ${modelPath}`, { cause });
  });
  const model = anyModelFromBytes(bytes);
  if (modelHash(model) !== notes.modelHash) {
    const why = `${modelPath} holds the model ${modelHash(model)}; the manifest names ${notes.modelHash}.`;
    return { kind: 'model differs', why };
  }
  const { count, mode, given = {}, rebalance = null } = request as unknown as Request;
  const input = { count, seed, mode, given, rebalance, modelPath, privacy: null };
  // Of a model that is there the rows that it was learned from are not read.
  const unread = { parquetPath: '', columns: [], layouts: {}, rows: 0, roles: {}, entity: null };
  const hash = createHash('sha256');
  let isFirst = true;
  for await (const message of synthesize({ ...input, ...unread }, { aborted: false })) {
    if (message.kind !== 'rows') continue;
    if (isFirst) hash.update(csvRecord(message.names));
    isFirst = false;
    hash.update(message.csv);
  }
  return { kind: 'made', sha256: hash.digest('hex') };
}
