import { z } from 'zod';
import { BANK_FORMATS } from '../bank-formats.ts';
import { mappedColumnsSchema } from './mapping.ts';

/** What a column was detected to be. */
const columnType = z.enum(['integer', 'decimal', 'boolean', 'date', 'timestamp', 'time', 'text']);

/** Lines of a file that gave no row, counted from 1, and the beginning of the first of them. */
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

/** What a file of statements or payments says of itself, held against its entries. */
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

/** What may stand beside the file in the form. */
export const parseIngestedFileFields = z.strictObject({
  /** The columns are taken whatever they are; without it a CSV file has those of a template. */
  columns: z.literal('as-is').optional(),
  /** The id of a stored recipe, or a recipe itself as JSON: the file is read by it or refused. */
  recipe: z.string().max(1_000_000).optional(),
  /** Goes on where more lines can't be read than are left out without asking. */
  accept_rejected: z.enum(['true', 'false']).optional(),
});

/** What may stand beside the beginning of a file: whether it is all of it. */
export const inspectFileFields = z.strictObject({
  whole: z.enum(['true', 'false']).optional(),
});

export const inspectFileAnswer = z.strictObject({
  columns: z.array(z.string()),
  template: z.enum(['Basic', 'Advanced']).nullable(),
  /** Columns of the basic template that it has not. */
  missing: z.array(z.string()),
  /** Null where only its beginning was sent. */
  record_count: z.int().nullable(),
  message: z.string(),
  /** The newest of the organization's recipes for files with such columns. */
  recipe: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
});
export type InspectFileAnswer = z.infer<typeof inspectFileAnswer>;

/**
 * What a refusal with the code confirmation_needed says beside its message: the lines that would be left out, or the
 * totals that don't agree with a statement's entries.
 */
export type RejectedLines = { rejected_count: number; rejects: LineRange[]; totals?: true };

export const parseIngestedFileAnswer = z.strictObject({
  manifest_id: z.uuid(),
  filename: z.string(),
  record_count: z.int(),
  schema: z.record(z.string(), columnType),
  template: z.enum(['Basic', 'Advanced']).nullable(),
  message: z.string(),
  preview: z.array(z.record(z.string(), z.string().nullable())),
  /** Lines of the table that could not be read, and the first ranges of them. */
  rejected_count: z.int(),
  rejects: z.array(lineRange),
  /** Lines above and below the table and empty ones, which are no rows, and the first ranges of them. */
  skipped_count: z.int(),
  skipped: z.array(lineRange),
  dialect: z.strictObject({
    encoding: z.string(),
    delimiter: z.string().nullable(),
    decimal: z.enum(['.', ',']).nullable(),
    /** False where no line names the columns, which are column_1, column_2 and so on then; null for Parquet. */
    header: z.boolean().nullable(),
  }),
  /** What the columns are for: as the recipe says, or as proposed. */
  mapping: mappedColumnsSchema,
  /** The organization's recipe that the file was read with. */
  recipe: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** Of a file of statements or payments its totals, and where they don't agree; null for other files. */
  statement: statementFacts.nullable(),
});
export type ParseIngestedFileAnswer = z.infer<typeof parseIngestedFileAnswer>;
