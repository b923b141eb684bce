import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';

/** Manifest, written last: a folder without it is an unfinished backup. */
export const MANIFEST_NAME = 'backup.json';

/** Size of a manifest of more than a million files. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Open flags for foreign files: neither follows a link nor waits for the writer of a pipe. */
export const FOREIGN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const manifest = z.object({
  version: z.literal(1),
  product: z.string(),
  /** Time of the database's state: everything acknowledged before is included. */
  at: z.iso.datetime(),
  database: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('embedded'),
      major: z.number().int(),
      startLsn: z.string(),
      stopLsn: z.string(),
      startWal: z.string(),
      folders: z.array(z.string()),
    }),
    z.object({ kind: z.literal('dump'), file: z.string() }),
  ]),
  files: z.array(
    z.object({
      path: z.string(),
      size: z.number().int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type BackupManifest = z.infer<typeof manifest>;
export type BackedUpFile = BackupManifest['files'][number];

export function readManifest(folder: string): BackupManifest {
  let text: string | null = null;
  try {
    const file = openSync(join(folder, MANIFEST_NAME), FOREIGN);
    try {
      const stats = fstatSync(file);
      if (stats.isFile() && stats.size <= MAX_BYTES) text = readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch {
    throw new AppError(
      'not_found',
      `${folder} contains no finished backup: ${MANIFEST_NAME} is missing.`,
    );
  }
  const result = manifest.safeParse(text === null ? null : parseJson(text));
  if (result.success) return result.data;
  throw new AppError('bad_request', `${join(folder, MANIFEST_NAME)} can't be read.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
