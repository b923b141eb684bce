import type { DuckDBConnection } from '@duckdb/node-api';
import { ALERT_ID, type AlertScores, analyze, scoreAlerts } from '../../../engines/detect/index.ts';
import { formatCell } from '../../../engines/table/format-table.ts';
import { parseColumns } from '../../../engines/table/parse-columns.ts';
import type { Table } from '../../../engines/table/table.ts';
import { rowsOf, sqlText, withDuckDb } from '../../../platform/tabular/duckdb.ts';
import type { BookPreset } from '../../../shared/institutions.ts';
import { BOOK_FEATURES, viewsOf } from './write-features.ts';

const SUBJECTS = {
  claims: {
    id: 'claim_id',
    sql: 'select claim_id, incurred, report_date, policy_id from claims',
  },
  policies: {
    id: 'policy_id',
    sql: 'select policy_id, written_premium, inception, policyholder_id from policies',
  },
  members: {
    id: 'member_id',
    sql: `select m.member_id, coalesce(sum(s.opening_balance::decimal(18, 2)), 0), any_value(m.joined), m.member_id
            from members m left join shares s on s.member_id = m.member_id
           group by m.member_id order by m.member_id`,
  },
} as const;
/** Rows of a book that alerts can name. */
export type BookSubject = keyof typeof SUBJECTS;

/** Names of the columns above in a bank's transactions. */
const COLUMNS = ['txn_id', 'amount', 'txn_ts', 'account_id'];

/** Kinds of rows of each book that alerts can name; the first is analyzed. */
const SUBJECTS_OF: Record<BookPreset, readonly [BookSubject, ...BookSubject[]]> = {
  'motor-insurer': ['claims', 'policies'],
  'life-insurer': ['claims', 'policies'],
  'us-credit-union': ['members'],
};

const TRUTH_COLUMNS = ['txn_id', 'scheme_id', 'typology', 'hop', 'laundering'];

/** Ground truth with one row for each claim, policy or member; fraud comes before look-alikes. */
const truthSql = (id: string) => `
select ${id}, scheme_id, typology, null, fraud from ground_truth where ${id} <> ''
qualify row_number() over (partition by ${id} order by fraud desc, scheme_id) = 1 order by ${id}`;

async function tableOf(
  connection: DuckDBConnection,
  sql: string,
  names?: readonly string[],
): Promise<Table> {
  const read = await connection.runAndReadAll(sql);
  const rows = read.getRows();
  const columns = names ?? read.columnNames();
  return parseColumns(
    [...columns],
    columns.map((_, i) => rows.map((row) => (row[i] === null ? null : String(row[i])))),
  );
}

async function subjectOf(
  connection: DuckDBConnection,
  subjects: readonly [BookSubject, ...BookSubject[]],
  alerts: Table,
): Promise<BookSubject> {
  const ids = alerts.columns.find(({ name }) => ALERT_ID.test(name));
  const listed = Array.from(
    { length: ids === undefined ? 0 : Math.min(100, alerts.rows) },
    (_, row) => sqlText(formatCell(ids!, row)),
  );
  if (listed.length === 0) return subjects[0];
  for (const subject of subjects) {
    const found = `select count(*) from ${subject} where ${SUBJECTS[subject].id} in (${listed.join(', ')})`;
    const [row] = await rowsOf(connection, found);
    if (Number(row![0]) > 0) return subject;
  }
  return subjects[0];
}

/** Scores of the book's analysis, and its features as one-line rules. */
async function baselinesOf(connection: DuckDBConnection, preset: BookPreset, seed: bigint) {
  const { sql, features: described } = BOOK_FEATURES[preset];
  const table = await tableOf(connection, sql);
  const { scores } = analyze(table, { seed, described, roles: { label: 'is_fraud' } });
  const rules = table.columns.flatMap((column) => {
    const feature = described[column.name];
    if (feature === undefined || column.kind !== 'number') return [];
    const sign = feature.isLow === true ? -1 : 1;
    return [{ name: column.name, scores: column.values.map((value) => sign * value) }];
  });
  return { others: [{ name: 'analysis of this sandbox', scores }], rules };
}

export type BookScores = AlertScores & { subject: BookSubject };

/**
 * Scores alerts on the claims, policies or members of a simulated book against its ground truth; the
 * first hundred ids decide which. Claims and members are compared with the book's analysis and each
 * of its features.
 *
 * @param paths CSV files of the book's tables
 * @throws RangeError if the alerts can't be read
 */
export async function scoreBook(
  preset: BookPreset,
  {
    paths,
    submitted,
    ...settings
  }: {
    paths: Readonly<Record<string, string>>;
    submitted: Table;
    seed: bigint;
    alertCost: number;
    capacities: readonly number[];
  },
): Promise<BookScores> {
  const options = { paths: Object.values(paths), memoryLimitMb: 1000 };
  return withDuckDb(options, async (connection) => {
    await viewsOf(connection, preset, paths);
    const subjects = SUBJECTS_OF[preset];
    const subject = await subjectOf(connection, subjects, submitted);
    const { id, sql } = SUBJECTS[subject];
    const scores = scoreAlerts(await tableOf(connection, sql, COLUMNS), {
      truth: await tableOf(connection, truthSql(id), TRUTH_COLUMNS),
      submitted,
      rules: [],
      ...(subject === subjects[0] && (await baselinesOf(connection, preset, settings.seed))),
      ...settings,
    });
    return { ...scores, hops: [], subject };
  });
}
