import { z } from 'zod';
import { COLUMN_KIND_NAMES, COLUMN_ROLES } from '../column-kinds.ts';

export const profiledColumnSchema = z.strictObject({
  name: z.string(),
  type: z.string(),
  role: z.enum(COLUMN_ROLES),
  personal: z.string().nullable(),
  /** Reason for the role, its certainty, and the next best kind. Missing in earlier profiles. */
  evidence: z.string().optional(),
  confidence: z.enum(['high', 'medium', 'low']).optional(),
  otherwise: z.enum(COLUMN_KIND_NAMES).nullable().optional(),
  keyCandidate: z.boolean(),
  nulls: z.int(),
  distinct: z.int(),
  min: z.string().nullable(),
  max: z.string().nullable(),
  bins: z.array(z.strictObject({ label: z.string(), count: z.int() })),
});

export type DatasetProfile = {
  /** Rows examined; a uniform sample of large files. */
  rows: number;
  columns: z.infer<typeof profiledColumnSchema>[];
  sequence: {
    entity: string;
    time: string;
    entities: number;
    balance: { column: string; amount: string; share: number } | null;
    /** Reason why rows of one value belong together. Missing in version 0.1 profiles. */
    why?: string;
  } | null;
  /** Column with too few accounts or customers to train on. Missing in version 0.1 profiles. */
  fewEntities?: { column: string; entities: number } | null;
  /** Likely entity column of a table without dates. Missing in version 0.1 profiles. */
  flatEntity?: string | null;
  /** Columns that determine another column. Missing in version 0.1 profiles. */
  dependencies?: { from: string; to: string; values: number }[];
  /** Rules between columns, as sentences. Missing in version 0.1 profiles. */
  laws?: string[];
  /** Those of `laws` that cannot be declared, such as calendars. Missing in earlier profiles. */
  undeclarable?: string[];
  /** Columns of which batches have far fewer different values. Missing in earlier profiles. */
  fewerValues?: { column: string; file: number; drawn: number }[];
  /** Date columns of which one is never later. Missing in version 0.1 profiles. */
  dateOrders?: { first: string; second: string; rows: number }[];
};
