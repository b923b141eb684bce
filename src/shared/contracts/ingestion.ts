import { z } from 'zod';
import { BANK_FORMATS } from '../bank-formats.ts';
import { LAYOUT_TYPES } from '../column-layout.ts';
import { byColumn } from './by-column.ts';
import { profiledColumnSchema } from './dataset-profile.ts';
import {
  columnLayoutSchema,
  columnMappingSchema,
  mappedColumnsSchema,
  runningBalanceSchema,
} from './mapping.ts';

const columnType = z.enum(LAYOUT_TYPES);

/** Range of rejected lines, counted from 1, with the beginning of the first. */
const lineRange = z.strictObject({
  fromLine: z.int(),
  toLine: z.int(),
  reason: z.string(),
  text: z.string(),
});
export type LineRange = z.infer<typeof lineRange>;

const statementTotals = z.strictObject({
  id: z.string().nullable(),
  account: z.string().nullable(),
  currency: z.string().nullable(),
  opening: z.string().nullable(),
  entries: z.int(),
  closing: z.string().nullable(),
});

const statementFacts = z.strictObject({
  format: z.enum(BANK_FORMATS),
  version: z.string().nullable(),
  statements: z.int(),
  accounts: z.int(),
  entries: z.int(),
  totals: z.array(z.strictObject({ name: z.string(), passed: z.int(), failed: z.int() })),
  mismatchCount: z.int(),
  mismatches: z.array(
    z.strictObject({ line: z.int(), path: z.string().nullable(), reason: z.string() }),
  ),
  unchecked: z.array(z.strictObject({ reason: z.string(), statements: z.int() })),
  listed: z.array(statementTotals),
});

export const parseIngestedFileFields = z.strictObject({
  /** Accepts any columns; without it a CSV file must match a template. */
  columns: z.literal('as-is').optional(),
  /** Id of a stored recipe, or a recipe as JSON. A file that does not fit it is rejected. */
  recipe: z.string().max(1_000_000).optional(),
  accept_rejected: z.enum(['true', 'false']).optional(),
  /** Table to read from a file that contains several, such as a sheet. */
  table: z.string().max(255).optional(),
});

/** Form fields sent with the beginning of a file; `whole` if it is the entire file. */
export const inspectFileFields = z.strictObject({
  whole: z.enum(['true', 'false']).optional(),
});

const dialect = z.strictObject({
  encoding: z.string(),
  delimiter: z.string().nullable(),
  decimal: z.enum(['.', ',']).nullable(),
  /** False if there is no header (columns are named column_1, column_2 …); null for Parquet. */
  header: z.boolean().nullable(),
});

export const inspectFileAnswer = z.strictObject({
  columns: z.array(z.string()),
  template: z.enum(['Basic', 'Advanced']).nullable(),
  missing: z.array(z.string()),
  /** Null if only the beginning was sent. */
  record_count: z.int().nullable(),
  message: z.string(),
  recipe: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** Columns as the rows sent show them; those of the whole file are known after the upload. */
  read: z.strictObject({
    rows: z.int(),
    dialect,
    layout: z.array(columnLayoutSchema),
    mapping: columnMappingSchema,
    balance: runningBalanceSchema.nullable(),
    profile: z.array(profiledColumnSchema),
    preview: z.array(byColumn(z.string().nullable())),
  }),
});
export type InspectFileAnswer = z.infer<typeof inspectFileAnswer>;

/** Details of confirmation_needed: lines to be dropped, or totals that do not match the entries. */
export type RejectedLines = { rejected_count: number; rejects: LineRange[]; totals?: true };

export const parseIngestedFileAnswer = z.strictObject({
  manifest_id: z.uuid(),
  filename: z.string(),
  record_count: z.int(),
  schema: byColumn(columnType),
  template: z.enum(['Basic', 'Advanced']).nullable(),
  message: z.string(),
  preview: z.array(byColumn(z.string().nullable())),
  rejected_count: z.int(),
  rejects: z.array(lineRange),
  /** Empty lines and lines above and below the table, and the first ranges of them. */
  skipped_count: z.int(),
  skipped: z.array(lineRange),
  dialect,
  mapping: mappedColumnsSchema,
  recipe: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  statement: statementFacts.nullable(),
});
export type ParseIngestedFileAnswer = z.infer<typeof parseIngestedFileAnswer>;
