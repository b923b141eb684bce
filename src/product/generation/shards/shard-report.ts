import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().min(0);

export const shardReport = z.strictObject({
  format: z.literal('sandbox-shard-report/1'),
  plan: sha256,
  shard: whole,
  attempt: z.uuid(),
  tables: z.record(
    z.string(),
    z.strictObject({
      rows: whole,
      /** SHA-256 of each unit's CSV lines, in order. */
      units: z.array(sha256),
      bytes: whole,
      sha256,
    }),
  ),
  /** Sums that must be 0 over all shards. */
  sums: z.record(z.string(), z.int()),
});
export type ShardReport = z.infer<typeof shardReport>;

/** Returns the part of a report that is equal for all correct attempts. */
export const sameOf = ({ attempt: _, ...rest }: ShardReport): string => JSON.stringify(rest);
