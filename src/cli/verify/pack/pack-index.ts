import { z } from 'zod';
import { PACK_FORMAT, PACK_INDEX } from '../../../product/proof/evidence-pack/pack-parts.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Parts } from '../parts/parts.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const packIndex = z.object({
  format: z.literal(PACK_FORMAT),
  made_at: z.iso.datetime(),
  program: z.string(),
  checkpoint: z.object({ origin: z.string(), size: z.int().positive() }),
  about: z.union([
    z.strictObject({ batch: z.uuid() }),
    z.strictObject({ from: z.iso.date(), to: z.iso.date() }),
  ]),
  organization: z.object({ name: z.string(), commitment: sha256 }),
  entries: z.object({ first: z.int().positive(), last: z.int().positive() }),
  batches: z.array(
    z.object({
      batch: z.uuid(),
      name: z.string().nullable(),
      entity: z.string(),
      records: z.number(),
      status: z.string(),
      created_at: z.iso.datetime(),
      manifest_sha256: sha256.nullable(),
      file_in_pack: z.boolean(),
    }),
  ),
  files: z.array(
    z.object({
      // Prevents reading files outside the folder.
      name: z.string().refine((name) => !name.startsWith('/') && !name.split('/').includes('..')),
      sha256,
      bytes: z.int().nonnegative(),
    }),
  ),
});
export type PackIndex = z.infer<typeof packIndex>;

export async function readPackIndex(parts: Parts): Promise<PackIndex> {
  const text = (await parts.read(PACK_INDEX)).toString('utf8');
  try {
    return packIndex.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('bad_request', `${PACK_INDEX} is not a valid index of an evidence pack.`, {
      cause,
    });
  }
}
