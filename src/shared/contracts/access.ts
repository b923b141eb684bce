import { z } from 'zod';
import { BANK_TABLES, type BankTable, bankTableList } from '../bank-tables.ts';
import { DEFAULT_KEY_RATE, KEY_SCOPES, MAX_KEY_RATE } from '../key-scopes.ts';
import { DEFAULT_QUERY_ROWS, MAX_API_KEY_NAME_LENGTH, MAX_QUERY_ROWS } from '../limits.ts';

/** Prefix of API keys: distinguishes them from tokens and lets scanners find leaked ones. */
export const API_KEY_PREFIX = 'sbx_';

const queryTable = z.enum(BANK_TABLES, `table must be ${bankTableList('or')}`);
export type QueryTable = BankTable;

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()]);
/** An exact value, null for missing values, or comparisons that must all hold. */
const queryFilter = z.union([
  scalar,
  z.null(),
  z
    .strictObject({
      eq: scalar.optional(),
      neq: scalar.optional(),
      gt: scalar.optional(),
      gte: scalar.optional(),
      lt: scalar.optional(),
      lte: scalar.optional(),
      like: z.string().max(1000).optional(),
      in: z.array(scalar).min(1).max(100).optional(),
    })
    .refine((filter) => Object.keys(filter).length > 0, 'A filter needs a comparison'),
]);
export type QueryFilter = z.infer<typeof queryFilter>;

export const sandboxQueryBody = z.strictObject({
  table: queryTable,
  limit: z
    .int()
    .min(1)
    .max(MAX_QUERY_ROWS, `limit must be at most ${MAX_QUERY_ROWS}`)
    .default(DEFAULT_QUERY_ROWS),
  filters: z
    .record(z.string().max(63), queryFilter)
    .refine((filters) => Object.keys(filters).length <= 20, 'At most 20 filters')
    .default({}),
  cursor: z.string().max(500).optional(),
});
export const sandboxQueryAnswer = z.strictObject({
  status: z.literal('success'),
  count: z.int(),
  data: z.array(z.record(z.string(), z.unknown())),
  next: z.string().optional().describe('Cursor of the rows that follow; absent after the last'),
});

export const createApiKeyBody = z
  .strictObject({
    name: z.string().trim().min(1, 'A name is required').max(MAX_API_KEY_NAME_LENGTH),
    tables: z.array(queryTable).max(BANK_TABLES.length).default([]),
    scopes: z.array(z.enum(KEY_SCOPES)).min(1, 'Choose at least one scope').default(['read']),
    /** Environment that the key is limited to. */
    environment: z.uuid().optional(),
    rate_limit: z.int().min(1).max(MAX_KEY_RATE).default(DEFAULT_KEY_RATE),
    expires_at: z.iso.datetime({ offset: true }).nullable().default(null),
  })
  .refine(
    ({ scopes, tables }) => !scopes.includes('read') || tables.length > 0,
    'Choose at least one table',
  )
  .refine(
    ({ scopes, tables }) => scopes.includes('read') || tables.length === 0,
    'Tables apply only to the scope read',
  )
  .refine(
    ({ scopes, environment }) => environment === undefined || !scopes.includes('ingest'),
    'Keys of one environment can’t have the scope ingest',
  );
/** Name or id of an environment of the caller's organization. */
export const createEnvironmentKeyBody = z.strictObject({ environment: z.string().min(1).max(63) });
export const createApiKeyAnswer = z.strictObject({
  id: z.uuid(),
  key: z.string(),
  prefix: z.string(),
});
