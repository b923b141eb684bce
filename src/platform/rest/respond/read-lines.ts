import type pg from 'pg';
import { quoteCsv } from '../../../shared/csv.ts';
import { prepare } from '../../database/prepare.ts';
import type { Form } from '../sql/answer-sql.ts';
import { render, type Sql } from '../sql/sql.ts';
import { CsvCopy } from './csv-copy.ts';
import { JsonRows } from './json-rows.ts';

export type Lines = { body: string | Buffer; rows: number };

type Read = (query: (client: pg.PoolClient) => Promise<unknown>) => Promise<unknown>;

/** Statements with types that only PostgreSQL writes as JSON. */
const written = new Set<string>();
const MAX_WRITTEN = 1000;
/** SQLSTATE of a prepared `SELECT *` whose table got other columns. */
const RESULT_CHANGED = '0A000';

async function readJson(
  { form, rows }: { form: Form & { kind: 'json' }; rows: Sql },
  maxBytes: number,
  read: Read,
): Promise<Lines | null> {
  const { text, values } = render(rows);
  if (written.has(text)) return null;
  const query = new JsonRows(prepare(text, values), { maxBytes });
  try {
    await read((client) => query.run(client));
  } catch (error) {
    if ((error as { code?: string }).code === RESULT_CHANGED) return null;
    throw error;
  }
  if (query.isKnown) {
    const isBare = form.bare || form.answer.kind === 'object';
    const body = isBare ? query.take('', '') : query.take('[', ']');
    return { body, rows: query.ends.length };
  }
  if (written.size >= MAX_WRITTEN) written.clear();
  written.add(text);
  return null;
}

async function readCsv(
  { form, rows }: { form: Form & { kind: 'csv' }; rows: Sql },
  maxBytes: number,
  read: Read,
): Promise<Lines | null> {
  const copy = form.names.length === 0 ? null : CsvCopy.of(rows, form.types, maxBytes);
  if (copy === null) return null;
  await read((client) => copy.run(client));
  const body = copy.take(form.names.map(quoteCsv).join(','));
  return { body, rows: copy.copied };
}

/**
 * Reads rows without a count, in the cheaper way: the API writes JSON from their values, and
 * PostgreSQL copies CSV. Returns null if neither can be used.
 */
export async function readLines(
  { form, rows }: { form: Form; rows: Sql },
  maxBytes: number,
  read: Read,
): Promise<Lines | null> {
  if (form.kind === 'csv') return readCsv({ form, rows }, maxBytes, read);
  if (form.kind === 'none' || form.scalar !== null || form.answer.nullsStripped) return null;
  return readJson({ form, rows }, maxBytes, read);
}
