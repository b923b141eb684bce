import type pg from 'pg';
import type { Database } from '../../database/database.ts';
import { prepare } from '../../database/prepare.ts';
import type { Caller } from '../../gateway/caller.ts';
import type { Preferences } from '../parse/parse-preferences.ts';
import { answerSql, bodyOf, type Facts, type Form, factsOf } from '../sql/answer-sql.ts';
import { render, type Sql, sql, trusted } from '../sql/sql.ts';
import { UPDATED } from '../sql/write-sql.ts';
import { type Lines, readLines } from './read-lines.ts';

export type Statement = {
  source: Sql | null;
  rows: Sql;
  /** Query with one row per counted row, or `rows` if the answer has all; null without a count. */
  counted: Sql | 'rows' | null;
  kept?: Sql | null;
  form: Form;
};

export type Result = {
  total: number | null;
  affected: number;
  page: number;
  body: string | Buffer;
  headers: string | null;
  status: string | null;
  updated: number;
};

export type RequestFacts = {
  method: string;
  path: string;
  headers: Record<string, string>;
};

type ExecuteOptions = {
  readOnly: boolean;
  rollback: boolean;
  timeoutSeconds: number | undefined;
  maxBytes: number;
};

/** Rows up to which `count=planned` and `count=estimated` have a total. */
const MAX_COUNTED_ROWS = 1_000_000;

class Rollback extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('rolled back as asked');
    this.result = result;
  }
}

const settings = (facts: RequestFacts, { timezone }: Preferences): Record<string, string> => ({
  search_path: 'public, extensions',
  'request.method': facts.method,
  'request.path': facts.path,
  'request.headers': JSON.stringify(facts.headers),
  ...(timezone !== null && { timezone }),
});

/** Counts exactly. Estimates end at a limit: a planner's estimate covers rows of others. */
function countWithin(counted: Statement['counted'], { count }: Preferences): Sql | null {
  if (counted === null || counted === 'rows' || count === null) return null;
  if (count === 'exact') return sql`(SELECT count(*) FROM (${counted}) AS pgrst_counted)`;
  const most = trusted(String(MAX_COUNTED_ROWS));
  return sql`(SELECT CASE WHEN count(*) <= ${most} THEN count(*) END FROM (SELECT 1 FROM (${counted}) AS pgrst_counted LIMIT ${most} + 1) AS pgrst_total)`;
}

/** Keeps the text that PostgreSQL sends. */
const asText = { getTypeParser: () => (text: string) => text } as pg.CustomTypesConfig;

/** Reads an answer row by row: as one value, it would be several times in memory. */
async function readAnswer(
  client: pg.PoolClient,
  query: pg.QueryConfig,
): Promise<{ lines: string[]; facts: Facts }> {
  const { rows } = await client.query<[string | null, string | null]>({
    ...query,
    rowMode: 'array',
    types: asText,
  });
  const facts = factsOf(rows.pop()![1]!);
  return { lines: facts.page === null ? rows.map(([line]) => line!) : [], facts };
}

export type Execution = {
  caller: Caller;
  statement: Statement;
  facts: RequestFacts;
  preferences: Preferences;
  options: ExecuteOptions;
  check: (result: Result) => void;
};

const ofLines = ({ body, rows }: Lines): Result => ({
  total: null,
  affected: rows,
  page: rows,
  body,
  headers: null,
  status: null,
  updated: 0,
});

/** Runs a statement as the caller. `check` may refuse the result and thereby roll it back. */
export async function execute(database: Database, execution: Execution): Promise<Result> {
  const { caller, statement, facts, preferences, options, check } = execution;
  const { readOnly, timeoutSeconds } = options;
  const callerOptions = {
    readOnly,
    settings: settings(facts, preferences),
    eager: true,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  };
  const total = statement.kept ?? countWithin(statement.counted, preferences);
  if (readOnly && statement.source === null && total === null) {
    const read = (query: (client: pg.PoolClient) => Promise<unknown>) =>
      database.asCaller(caller, query, { ...callerOptions, single: true });
    const lines = await readLines(statement, options.maxBytes, read);
    if (lines !== null) {
      const result = ofLines(lines);
      if (statement.counted === 'rows' && preferences.count !== null) result.total = result.page;
      check(result);
      return result;
    }
  }
  const run = async (client: pg.PoolClient): Promise<Result> => {
    const { text, values } = render(
      answerSql({
        source: statement.source,
        rows: statement.rows,
        total,
        form: statement.form,
        maxBytes: options.maxBytes,
        settings: { headers: 'response.headers', status: 'response.status', updated: UPDATED },
      }),
    );
    const { lines, facts } = await readAnswer(client, prepare(text, values));
    const page = facts.page === null ? lines.length : Number(facts.page);
    const result: Result = {
      total: facts.total === null ? null : Number(facts.total),
      affected: facts.affected === null ? page : Number(facts.affected),
      page,
      body: bodyOf(statement.form, lines),
      headers: facts.headers,
      status: facts.status,
      updated: Number(facts.updated ?? '0'),
    };
    if (statement.counted === 'rows' && preferences.count !== null) result.total = page;
    check(result);
    if (options.rollback) throw new Rollback(result);
    return result;
  };
  try {
    return await database.asCaller(caller, run, callerOptions);
  } catch (error) {
    if (error instanceof Rollback) return error.result;
    throw error;
  }
}
