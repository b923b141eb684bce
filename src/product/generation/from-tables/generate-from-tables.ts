import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../../platform/functions/define.ts';
import { generationAnswer } from '../../../shared/contracts/generation.ts';
import { generateFromTablesBody } from '../../../shared/contracts/table-sets.ts';
import { AppError } from '../../../shared/errors.ts';
import { MAX_LINKED_ROWS, SYNC_GENERATION_ROWS } from '../../../shared/limits.ts';
import { readTableSet, type TableSet } from '../../data/table-set.ts';
import type { Product } from '../../product.ts';
import { answerFor, freshSeed, queueBatches } from '../queue-batches.ts';

function refuse({ relations, tables }: TableSet, scale: number): void {
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
}

export const generateFromTables = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'generate-synthetic-from-tables',
    summary: 'Fits linked tables together and generates synthetic ones with consistent keys.',
    audience: 'session',
    body: generateFromTablesBody,
    answer: generationAnswer,
    handle: async (call) => {
      const { table_set_id: id, scale, mode, seed, name } = call.body;
      const set = await product.platform.database.asCaller(call.caller, (tx) =>
        readTableSet(tx, id),
      );
      refuse(set, scale);
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
          settings: { scale, mode, seed: String(seed ?? freshSeed()) },
        },
        batches: tables.map((table) => ({
          entity: 'table',
          manifestId: table.manifestId,
          ...(name && { name: `${name}, ${table.name}`.slice(0, 120) }),
        })),
      });
      const rows = set.tables.reduce((sum, table) => sum + table.rows, 0);
      const isQuick = rows * Math.max(1, scale) <= SYNC_GENERATION_ROWS;
      const { answer, status } = await answerFor(product, queued, isQuick);
      call.reply.code(status);
      return answer;
    },
  });
