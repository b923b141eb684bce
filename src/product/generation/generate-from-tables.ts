import type { z } from 'zod';
import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import { generationAnswer } from '../../shared/contracts/generation.ts';
import { generateFromTablesBody } from '../../shared/contracts/table-sets.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_LINKED_ROWS, SYNC_GENERATION_ROWS } from '../../shared/limits.ts';
import { answerFor, freshSeed, queueBatches } from '../data/queue-batches.ts';
import { refuseOpenForms } from '../data/refuse-open-forms.ts';
import { readTableSet, type TableSet } from '../data/table-set.ts';
import type { Product } from '../product.ts';
import { refuseConditions } from './refuse-conditions.ts';

type Body = Pick<
  z.output<typeof generateFromTablesBody>,
  'scale' | 'public_tables' | 'given' | 'rebalance'
>;

/** Rejects public tables that are none of the set, or refer to one that is not public. */
function refusePublic({ relations, tables }: TableSet, open: readonly string[]): void {
  const unknown = open.find((name) => !tables.some((table) => table.name === name));
  if (unknown) throw new AppError('bad_request', `public_tables: no such table: ${unknown}.`);
  const wrong = relations.find(
    ({ child, parent }) => open.includes(child) && !open.includes(parent),
  );
  if (wrong)
    throw new AppError(
      'bad_request',
      `public_tables: ${wrong.child} refers to ${wrong.parent}, which is not public.`,
    );
}

function refuse(set: TableSet, { scale, public_tables: open = [], ...conditions }: Body): void {
  const { relations, tables } = set;
  if (relations.length === 0)
    throw new AppError(
      'bad_request',
      'The tables have no relations. Define relations, or generate from each table separately.',
    );
  const empty = tables.find(({ rows }) => rows === 0);
  if (empty) throw new AppError('bad_request', `Table ${empty.name} has no rows to learn from.`);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0) * Math.max(1, scale);
  if (rows > MAX_LINKED_ROWS)
    throw new AppError(
      'bad_request',
      `Linked tables can have at most ${MAX_LINKED_ROWS} rows in total, in training and output; these would have ${Math.round(rows)}.`,
    );
  refusePublic(set, open);
  refuseOpenForms(tables);
  refuseConditions(tables, conditions);
}

export const generateFromTables = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'generate-synthetic-from-tables',
    summary: 'Fits linked tables together and generates synthetic ones with consistent keys.',
    audience: 'session',
    scope: 'generate',
    body: generateFromTablesBody,
    answer: generationAnswer,
    handle: async (call) => {
      const { table_set_id: id, seed, name, ...settings } = call.body;
      const { scale } = settings;
      const set = await product.platform.database.asCaller(call.caller, (tx) =>
        readTableSet(tx, id),
      );
      refuse(set, settings);
      const tables = set.tables.map((table) => ({
        name: table.name,
        manifestId: table.manifestId,
      }));
      const queued = await queueBatches(product, accountOf(call), {
        kind: 'synthesize-tables',
        subject: {
          tableSetId: id,
          filename: set.name,
          manifestIds: tables.map(({ manifestId }) => manifestId),
          tables,
          keys: set.keys,
          relations: set.relations,
          leaveOrphansOut: set.leaveOrphansOut,
          settings: { ...settings, seed: String(seed ?? freshSeed()) },
        },
        batches: tables.map((table) => ({
          entity: 'table',
          manifestId: table.manifestId,
          ...(name && { name: `${name}, ${table.name}`.slice(0, 120) }),
        })),
      });
      const rows = set.tables.reduce((sum, table) => sum + table.rows, 0);
      const isQuick = rows * Math.max(1, scale) <= SYNC_GENERATION_ROWS;
      const answer = await answerFor(product, queued, isQuick);
      return answer;
    },
  });
