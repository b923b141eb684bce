import { z } from 'zod';

export const packBatchBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
});
