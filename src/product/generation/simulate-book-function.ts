import type { z } from 'zod';
import { accountOf, type FunctionCall } from '../../platform/functions/define.ts';
import type { GenerationAnswer, generateFullBody } from '../../shared/contracts/generation.ts';
import { AppError } from '../../shared/errors.ts';
import {
  BOOKS,
  type BookPreset,
  INSTITUTIONS,
  type InstitutionKind,
  isBookPreset,
} from '../../shared/institutions.ts';
import { MAX_GENERATED_ROWS, SYNC_BOOK_ROWS } from '../../shared/limits.ts';
import { answerFor, freshSeed, queueBatches } from '../data/queue-batches.ts';
import type { Product } from '../product.ts';
import { rowsOfBook, tablesOfBook } from './from-scratch/book-subject.ts';

export type FullBody = z.output<typeof generateFullBody>;

/** Returns the book that a full batch simulates: as requested, or by the organization's kind. */
export async function bookOf(
  product: Product,
  call: FunctionCall<FullBody>,
): Promise<BookPreset | null> {
  const { preset } = call.body;
  if (preset !== undefined) return isBookPreset(preset) ? preset : null;
  const { rows } = await product.platform.database.owner.query<{ kind: InstitutionKind }>(
    'select kind from public.organizations where id = $1',
    [accountOf(call).tenantId],
  );
  return rows[0] === undefined ? null : INSTITUTIONS[rows[0].kind].book;
}

const ONLY_BANKS = ['country', 'aml_rate', 'executor', 'shards', 'wait_hours'] as const;

/** Queues the simulation of a book, one batch per table. */
export async function generateBook(
  product: Product,
  call: FunctionCall<FullBody>,
  preset: BookPreset,
): Promise<GenerationAnswer> {
  const { seed, start_date, end_date, ...body } = call.body;
  const { label, rowsPerCustomer, count: usual, tables } = BOOKS[preset];
  const other = ONLY_BANKS.find((name) => body[name] !== undefined);
  if (other !== undefined)
    throw new AppError('bad_request', `${other} applies to banks, not to a ${label}.`);
  const count = body.count ?? usual;
  const most = Math.floor(MAX_GENERATED_ROWS / rowsPerCustomer);
  if (count > most)
    throw new AppError(
      'bad_request',
      `A ${label} can have at most ${most} ${tables[0]} (${MAX_GENERATED_ROWS} rows in all tables). Larger books: sandbox simulate --preset ${preset}.`,
    );
  const settings = {
    seed: String(seed ?? freshSeed()),
    ...(start_date !== undefined && { start_date }),
    ...(end_date !== undefined && { end_date }),
  };
  const queued = await queueBatches(product, accountOf(call), {
    kind: 'simulate-book',
    subject: { preset, filename: label, count, settings },
    batches: tablesOfBook(preset).map(() => ({ entity: 'table' })),
    once: true,
  });
  return answerFor(product, queued, rowsOfBook({ preset, count }) <= SYNC_BOOK_ROWS);
}
