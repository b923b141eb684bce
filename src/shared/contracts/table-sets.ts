import { z } from 'zod';
import { TABLE_FORMATS } from '../export-formats.ts';
import { MAX_BATCH_NAME_LENGTH } from '../limits.ts';
import { epsilon, generationMode, givenValues, rebalanced } from './generation.ts';
import { seed } from './seed.ts';

const tableName = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'Table names may contain only letters, digits, _ and -');

/** Foreign key: values of the child's column identify rows of the parent. */
const relationSchema = z.strictObject({
  child: tableName,
  childKey: z.string(),
  parent: tableName,
  parentKey: z.string(),
});

const countedRelation = relationSchema.extend({ named: z.int(), orphans: z.int() });

const setId = z.uuid('table_set_id must be the id of linked tables');
const keys = z.record(tableName, z.string().nullable());

export const parseIngestedTablesFields = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  accept_rejected: z.enum(['true', 'false']).optional(),
});

export const parseIngestedTablesAnswer = z.strictObject({
  table_set_id: setId,
  name: z.string(),
  message: z.string(),
  tables: z.array(
    z.strictObject({
      name: tableName,
      manifest_id: z.uuid(),
      filename: z.string(),
      record_count: z.int(),
      columns: z.array(z.string()),
      rejected_count: z.int(),
    }),
  ),
  keys,
  /** The first relation of a table is the one its rows are generated along. */
  relations: z.array(countedRelation),
});
export type ParseIngestedTablesAnswer = z.output<typeof parseIngestedTablesAnswer>;

export const setTableRelationsBody = z.strictObject({
  table_set_id: setId,
  keys,
  relations: z.array(relationSchema).min(1, 'At least one relation is required').max(500),
  leave_orphans_out: z.boolean().default(false),
});
export type SetTableRelationsBody = z.input<typeof setTableRelationsBody>;
export const setTableRelationsAnswer = z.strictObject({ relations: z.array(countedRelation) });
export type CountedRelation = z.output<typeof countedRelation>;

export const generateFromTablesBody = z
  .strictObject({
    table_set_id: setId,
    /** Size of root tables as a multiple of the files'; child tables scale with them. */
    scale: z.number().positive('scale must be above 0').max(1000).default(1),
    /** Mode private protects all rows that keys link to each other as one person. */
    mode: generationMode.default('balanced'),
    epsilon,
    /** Private mode: tables of reference data without people, such as branches. */
    public_tables: z.array(tableName).max(100).optional(),
    /** Fixed values by table; a child keeps the number of its rows and their parents. */
    given: z.record(tableName, givenValues).optional(),
    rebalance: z.strictObject({ table: tableName, ...rebalanced }).optional(),
    seed: seed.optional(),
    name: z.string().trim().min(1).max(MAX_BATCH_NAME_LENGTH).optional(),
  })
  .refine(({ mode, epsilon: budget }) => budget === undefined || mode === 'private', {
    message: 'epsilon applies only to the private mode',
    path: ['epsilon'],
  })
  .refine(({ mode, public_tables: open }) => open === undefined || mode === 'private', {
    message: 'public_tables applies only to the private mode',
    path: ['public_tables'],
  });
export type GenerateFromTablesBody = z.input<typeof generateFromTablesBody>;

export const exportTablesBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
  format: z.enum(TABLE_FORMATS),
});
