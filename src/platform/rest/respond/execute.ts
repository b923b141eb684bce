import type pg from 'pg';
import type { Database } from '../../database/database.ts';
import { prepare } from '../../database/prepare.ts';
import type { Caller } from '../../gateway/caller.ts';
import type { Preferences } from '../parse/parse-preferences.ts';
import { answerSql, type Form } from '../sql/answer-sql.ts';
import { nothing, render, type Sql, sql, trusted } from '../sql/sql.ts';
import { UPDATED } from '../sql/write-sql.ts';

export type Statement = {
  source: Sql | null;
  rows: Sql;
  /** Query with one row per counted row, or `rows` if the answer has all; null without a count. */
  counted: Sql | 'rows' | null;
  /** Stored total of all rows, if available. */
  kept?: Sql | null;
  form: Form;
};

export type Result = {
  /** Total of all rows, if requested. */
  total: number | null;
  /** Rows written, or returned by a function. */
  affected: number;
  page: number;
  body: string;
  headers: string | null;
  status: string | null;
  /** Existing rows that an upsert changed. */
  updated: number;
};

export type RequestFacts = {
  method: string;
  path: string;
  headers: Record<string, string>;
};

export type ExecuteOptions = {
  readOnly: boolean;
  rollback: boolean;
  timeoutSeconds: number | undefined;
};

/** Rows from which `count=estimated` uses an estimate. */
const EXACT_UP_TO = 1000;

class Rollback extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('rolled back as asked');
    this.result = result;
  }
}

type Row = {
  total: string | null;
  affected: string | null;
  page: string;
  body: string;
  headers: string | null;
  status: string | null;
  updated: string | null;
};

/** Request settings that functions and policies may read. */
const settings = (facts: RequestFacts, { timezone }: Preferences): Record<string, string> => ({
  search_path: 'public, extensions',
  'request.method': facts.method,
  'request.path': facts.path,
  'request.headers': JSON.stringify(facts.headers),
  ...(timezone !== null && { timezone }),
});

async function plannedRows(client: pg.PoolClient, counted: Sql): Promise<number> {
  const { text, values } = render(sql`EXPLAIN (FORMAT JSON) ${counted}`);
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    text,
    values,
  );
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'];
}

function countWithin(counted: Statement['counted'], { count }: Preferences): Sql | null {
  if (counted === null || counted === 'rows') return null;
  if (count === null || count === 'planned') return null;
  const most = count === 'exact' ? nothing : sql` LIMIT ${trusted(String(EXACT_UP_TO + 1))}`;
  return sql`(SELECT count(*) FROM (SELECT 1 FROM (${counted}) AS pgrst_counted${most}) AS pgrst_total)`;
}

/** Runs a statement as the caller. `check` may refuse the result and thereby roll it back. */
export async function execute(
  database: Database,
  {
    caller,
    statement,
    facts,
    preferences,
    options,
    check,
  }: {
    caller: Caller;
    statement: Statement;
    facts: RequestFacts;
    preferences: Preferences;
    options: ExecuteOptions;
    check: (result: Result) => void;
  },
): Promise<Result> {
  const run = async (client: pg.PoolClient): Promise<Result> => {
    const { text, values } = render(
      answerSql({
        source: statement.source,
        rows: statement.rows,
        total: statement.kept ?? countWithin(statement.counted, preferences),
        form: statement.form,
        settings: { headers: 'response.headers', status: 'response.status', updated: UPDATED },
      }),
    );
    const { rows } = await client.query<Row>(prepare(text, values));
    const row = rows[0]!;
    const page = Number(row.page);
    const result: Result = {
      total: row.total === null ? null : Number(row.total),
      affected: row.affected === null ? page : Number(row.affected),
      page,
      body: row.body,
      headers: row.headers,
      status: row.status,
      updated: Number(row.updated ?? '0'),
    };
    const { counted } = statement;
    if (counted === 'rows' && preferences.count !== null) result.total = page;
    else if (typeof counted === 'object' && counted !== null && needsPlan(result, preferences)) {
      const planned = await plannedRows(client, counted);
      result.total = preferences.count === 'planned' ? planned : Math.max(planned, result.total!);
    }
    check(result);
    if (options.rollback) throw new Rollback(result);
    return result;
  };
  const { readOnly, timeoutSeconds } = options;
  try {
    return await database.asCaller(caller, run, {
      readOnly,
      settings: settings(facts, preferences),
      eager: true,
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    });
  } catch (error) {
    if (error instanceof Rollback) return error.result;
    throw error;
  }
}

function needsPlan({ total }: Result, { count }: Preferences): boolean {
  return count === 'planned' || (count === 'estimated' && total! > EXACT_UP_TO);
}
