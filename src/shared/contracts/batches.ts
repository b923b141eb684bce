import { z } from 'zod';
import { SIDE_TABLES } from '../bank-tables.ts';
import { MAX_BROWSED_ROWS } from '../limits.ts';
import { exportedFile } from './export.ts';

const MAX_ROWS_OF_PAGE = 200;

export const readBatchRowsBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
  offset: z
    .int()
    .min(0)
    .max(MAX_BROWSED_ROWS, `offset must be at most ${MAX_BROWSED_ROWS}; the file contains all rows`)
    .default(0),
  limit: z.int().min(1).max(MAX_ROWS_OF_PAGE).default(50),
});

/** Rows of the batch's file, unchanged; null is an empty field. */
export const batchRowsAnswer = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
  total: z.int(),
});
export type BatchRows = z.infer<typeof batchRowsAnswer>;

/** Rows of a ground truth, and its file. */
export const readTruthBody = readBatchRowsBody.extend({
  /** Adds one scheme of each typology with its bookings; banks only. */
  schemes: z.boolean().default(false),
});

const drawnScheme = z.strictObject({
  typology: z.string(),
  kind: z.enum(['laundering', 'fraud', 'innocent']),
  scheme: z.string(),
  rows: z.array(
    z.strictObject({
      at: z.string(),
      account: z.string(),
      party: z.string(),
      /** Below 0 for payments. */
      amount: z.number(),
      role: z.string(),
      hop: z.int(),
    }),
  ),
});
export type DrawnScheme = z.infer<typeof drawnScheme>;

export const groundTruthAnswer = batchRowsAnswer.extend({
  file: exportedFile,
  schemes: z.array(drawnScheme).optional(),
});
export type GroundTruth = z.infer<typeof groundTruthAnswer>;

export const exportBankTableBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
  table: z.enum(SIDE_TABLES),
});

export const drawAccountBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
  /** Value of the account column; by default the account with most rows. */
  account: z.string().min(1).max(1000).optional(),
});

export const drawnAccount = z.strictObject({
  account_column: z.string(),
  /** Accounts to choose from, those of most rows first. */
  accounts: z.array(z.strictObject({ account: z.string(), rows: z.int() })),
  account: z.string(),
  columns: z.array(z.string()),
  /** Rows of the account in order of time, unchanged. */
  rows: z.array(z.array(z.string().nullable())),
  /** Column of the balance; null if amounts are summed instead. */
  level: z.string().nullable(),
  /** One entry a row. */
  timeline: z.array(
    z.strictObject({
      at: z.string(),
      amount: z.number().nullable(),
      level: z.number().nullable(),
      kind: z.string(),
      /** Row of the file, from 1. */
      row: z.int(),
    }),
  ),
  recurring: z.array(
    z.strictObject({
      name: z.string(),
      every: z.enum(['week', 'month', 'quarter']),
      amount: z.number(),
      rows: z.array(z.int()),
    }),
  ),
});
export type DrawnAccount = z.infer<typeof drawnAccount>;

export const drawAccountAnswer = z.strictObject({
  /** Null if the batch has no accounts with times and amounts. */
  drawn: drawnAccount.nullable(),
  /** Rows looked through, from the first on. */
  rows_read: z.int(),
  total: z.int(),
});
export type DrawAccountAnswer = z.infer<typeof drawAccountAnswer>;
