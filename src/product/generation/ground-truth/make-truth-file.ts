import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { withWorkFolder } from '../../../platform/files/work-folder.ts';
import { createSlots } from '../../../platform/jobs/slots.ts';
import { threadResult } from '../../../platform/threads/warm-thread.ts';
import { AppError } from '../../../shared/errors.ts';
import { type MadeFile, madeOnce } from '../../batches/made-once.ts';
import type { Product } from '../../product.ts';
import { type SimulatedBatch, simulatedBank } from './find-truth.ts';
import type { TruthInput, TruthWritten } from './truth-thread.ts';

const MODULE = new URL('./truth-thread.ts', import.meta.url);

const inSlot = createSlots(1);

export type TruthFile = MadeFile & { name: string };

/** File of a simulated bank; policies keep the folder `truth` for members who may read it. */
export type TruthPlace = Pick<TruthInput, 'content'> & {
  folder: 'truth' | 'tables';
  filename: string;
  mimetype: string;
};

/** Makes a file of a simulated bank from its seed, with the first request. */
export async function makeTruthFile(
  product: Product,
  { batch, batchId }: { batch: SimulatedBatch; batchId: string },
  { folder: of, filename, mimetype, content }: TruthPlace,
): Promise<TruthFile> {
  const bank = simulatedBank(batch);
  const { tenantId } = batch;
  const name = `${tenantId}/${batchId}/${of}/${filename}`;
  const place = { name, mimetype, tenantId, ownerId: null };
  const file = await madeOnce(product, place, ({ version, key }) =>
    withWorkFolder(product.workFolder, `truth-${version}`, (folder) =>
      inSlot(async () => {
        const path = join(folder, filename);
        const input = { ...bank, path, content };
        const { refused } = await threadResult<TruthWritten>(MODULE, input);
        if (refused !== null) throw new AppError('bad_request', refused);
        return product.files.put(key, createReadStream(path));
      }),
    ),
  );
  return { ...file, name };
}
