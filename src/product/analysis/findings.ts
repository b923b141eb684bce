import { type Analysis, isOutcome, type Segment } from '../../engines/detect/index.ts';
import type { RankerInUse } from './learning/ranker-in-use.ts';

/** Stored case of an account or customer; rows count from 1. */
type Subject = {
  subject: string;
  evidence: number;
  rows: number[];
  reasons: { row: number; feature: string; sentence: string }[];
  patterns: number[];
};

/** Stored flagged row; rows count from 1. */
type Case = {
  row: number;
  /** Time of the row, ISO 8601; null without one. */
  at: string | null;
  score: number;
  band: string;
  /** True if the row was listed to learn from, not for its score. */
  explores?: boolean;
  reasons: string[];
  tags: string[];
  agreeing: string[];
  values: Record<string, string | null>;
  before: { row: number; values: (string | null)[] }[];
  patterns: number[];
};

export type AnalysisFindings = {
  columns: readonly string[];
  cases: Case[];
  subjects: Subject[];
  historyColumns: string[];
  clusters: { count: number; stability: number; silhouette: number; items: unknown[] };
  threshold: Analysis['threshold'];
  detectors: Analysis['detectors'];
  agreement: number;
  evaluation: NonNullable<Analysis['evaluation']> | null;
  patterns: {
    kind: string;
    accounts: string[];
    rows: number[];
    edges: [number, number][];
    /** -log10 of the expected number of equally unlikely rows in the file. */
    surprise: number;
  }[];
  accounts: Analysis['accounts'];
  dataQuality: Omit<Analysis['dataQuality'], 'rows'> & { rows: number[] };
  roles: Analysis['roles'];
  features: string[];
  kind: Analysis['kind'];
  rows: number;
  /** Rows of the file if a sample was scored; null if all were. */
  sampledFrom: number | null;
  /** Account column of a sample by accounts; null for a uniform sample. */
  sampledBy: string | null;
  engineVersion: string;
  ranker: RankerFindings | null;
};

/** Use of the organization's ranker: its effects, or why the rows were ranked without it. */
type RankerFindings = { id: string; version: number } & (
  | { unused: string }
  | { drift: number; decided: number; explored: number; segments: Segment[] }
);

function rankerFindings(
  { ranked }: Pick<Analysis, 'ranked'>,
  ranker: RankerInUse | null,
): RankerFindings | null {
  if (ranker === null) return null;
  const { id, version } = ranker;
  if ('unused' in ranker) return { id, version, unused: ranker.unused };
  if (ranked === undefined) throw new Error('the analysis did not use its ranker');
  if ('missing' in ranked)
    return { id, version, unused: `The rows lack what it reads: ${ranked.missing.join(', ')}.` };
  const { drift, decided, explored, segments } = ranked;
  return { id, version, drift, decided, explored: explored.length, segments };
}

const ROWS_BEFORE = 10;
const HISTORY_ROLES = [
  'time',
  'amount',
  'currency',
  'counterparty',
  'merchant',
  'category',
  'channel',
] as const;

/** Persisted part of an analysis: all that reviewers see, without baseline scores. */
export function findingsOf(
  analysis: Analysis,
  {
    names,
    cell,
    fileRows,
    rowsOfFile,
    sampledBy,
    ranker = null,
  }: {
    names: readonly string[];
    cell: readonly ((row: number) => string | null)[];
    fileRows: Uint32Array;
    rowsOfFile: number;
    sampledBy: string | null;
    ranker?: RankerInUse | null;
  },
): AnalysisFindings {
  const numberOf = (row: number) => fileRows[row]! + 1;
  const { roles, clusters } = analysis;
  const place = new Map(names.map((name, i) => [name, i]));
  // Reviewers decide without the outcome that the file may hold.
  const shown = names.filter((name) => name !== roles.label && !isOutcome(name));
  const historyColumns = HISTORY_ROLES.flatMap((role) => roles[role] ?? []);
  const text = (name: string, row: number) => cell[place.get(name)!]!(row) || null;
  const explored = new Set(
    analysis.ranked !== undefined && 'explored' in analysis.ranked ? analysis.ranked.explored : [],
  );
  const patternsOf = new Map<number, number[]>();
  analysis.patterns.forEach(({ rows }, at) => {
    for (const row of rows) {
      const list = patternsOf.get(row);
      if (list === undefined) patternsOf.set(row, [at]);
      else list.push(at);
    }
  });
  return {
    columns: shown,
    cases: analysis.anomalies.map(
      ({ row, at, score, band, reasons, tags, agreeing, lastRows }) => ({
        row: numberOf(row),
        at: at === null ? null : new Date(at).toISOString(),
        score,
        band,
        ...(explored.has(row) && { explores: true }),
        reasons: reasons.map(({ sentence }) => sentence),
        tags,
        agreeing,
        values: Object.fromEntries(shown.map((name) => [name, text(name, row)])),
        before: lastRows.slice(-ROWS_BEFORE - 1, -1).map((each) => ({
          row: numberOf(each),
          values: historyColumns.map((name) => text(name, each)),
        })),
        patterns: patternsOf.get(row) ?? [],
      }),
    ),
    subjects: analysis.cases.map(({ subject, evidence, rows, reasons, patterns }) => ({
      subject,
      evidence,
      rows: rows.map(numberOf),
      reasons: reasons.map(({ row, feature, sentence }) => ({
        row: numberOf(row),
        feature,
        sentence,
      })),
      patterns,
    })),
    historyColumns,
    clusters: {
      count: clusters.count,
      stability: clusters.stability,
      silhouette: clusters.silhouette,
      items: clusters.items.map(({ typicalRow, ...item }) => ({
        ...item,
        typicalRow: numberOf(typicalRow),
        typical: Object.fromEntries(shown.map((name) => [name, text(name, typicalRow)])),
      })),
    },
    threshold: analysis.threshold,
    detectors: analysis.detectors,
    agreement: analysis.agreement,
    evaluation: analysis.evaluation ?? null,
    patterns: analysis.patterns.map(({ kind, accounts, rows, edges, surprise }) => ({
      kind,
      accounts,
      rows: rows.map(numberOf),
      edges,
      surprise,
    })),
    accounts: analysis.accounts,
    dataQuality: {
      ...analysis.dataQuality,
      rows: analysis.dataQuality.rows.map(numberOf),
    },
    roles,
    features: analysis.features,
    kind: analysis.kind,
    rows: analysis.rows,
    sampledFrom: rowsOfFile > analysis.rows ? rowsOfFile : null,
    sampledBy,
    engineVersion: analysis.engineVersion,
    ranker: rankerFindings(analysis, ranker),
  };
}
