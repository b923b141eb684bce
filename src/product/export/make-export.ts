import { createReadStream } from 'node:fs';
import { withLocalCopies } from '../../platform/files/with-local-copy.ts';
import { withWorkFolder } from '../../platform/files/work-folder.ts';
import { createSlots } from '../../platform/jobs/slots.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { threadResult } from '../../platform/threads/warm-thread.ts';
import { type MadeFile, madeOnce } from '../batches/made-once.ts';
import type { Product } from '../product.ts';
import type { LedgerInput } from './ledger/write-ledger.ts';
import type { BatchSource } from './read-source.ts';
import type { ExportInput } from './write-export.ts';

const MODULE = new URL('./export-thread.ts', import.meta.url);

export type ExportWork = {
  /** Batches whose files are read, which belong to one tenant. */
  sources: readonly BatchSource[];
  inputOf: (paths: readonly string[], folder: string) => Promise<ExportInput | LedgerInput>;
};

const inSlot = createSlots(1);

/** Returns the export of batches in a thread, made once. */
export function makeExport(
  product: Product,
  object: { name: string; mimetype: string },
  { sources, inputOf }: ExportWork,
): Promise<MadeFile> {
  const { tenantId, createdBy: ownerId } = sources[0]!;
  const keys = sources.map(({ version }) => fileKey(version));
  return madeOnce(product, { ...object, ownerId, tenantId }, ({ version, key }) =>
    withWorkFolder(product.workFolder, `export-${version}`, (folder) =>
      withLocalCopies(product.files, keys, async (paths) => {
        const input = await inputOf(paths, folder);
        await inSlot(() => threadResult(MODULE, input));
        return product.files.put(key, createReadStream(input.target));
      }),
    ),
  );
}
