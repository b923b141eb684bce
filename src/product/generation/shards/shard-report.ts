import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().min(0);

/** What one attempt at a shard made. Written when all of it is stored. */
export const shardReport = z.strictObject({
  format: z.literal('sandbox-shard-report/1'),
  /** The plan's hash. */
  plan: sha256,
  shard: whole,
  attempt: z.uuid(),
  tables: z.record(
    z.string(),
    z.strictObject({
      rows: whole,
      /** SHA-256 of each unit's lines of CSV, in the units' order. */
      units: z.array(sha256),
      bytes: whole,
      sha256,
    }),
  ),
  /** Sums that are 0 over all shards. */
  sums: z.record(z.string(), z.int()),
});
export type ShardReport = z.infer<typeof shardReport>;

/** What two attempts at a shard have in common, where nothing went wrong. */
export const sameOf = ({ attempt: _, ...rest }: ShardReport): string => JSON.stringify(rest);
