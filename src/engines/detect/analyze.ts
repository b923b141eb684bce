import type { ColumnRoles } from '../meaning/events/column-roles.ts';
import { isOutcome, readLabels, rolesOf } from '../meaning/events/roles.ts';
import { concatTables } from '../table/concat-tables.ts';
import type { Table } from '../table/table.ts';
import type { Analysis, Anomaly, Band, Evaluation } from './analysis.ts';
import { averageRanks } from './arrays/average-ranks.ts';
import { rowKeys } from './arrays/row-keys.ts';
import { buildCases } from './cases/build-cases.ts';
import { findClusters } from './clusters/find-clusters.ts';
import { dataQualityOf } from './data-quality.ts';
import {
  DEFAULT_DETECTORS,
  type Detected,
  type DetectorName,
  runDetectors,
} from './detectors/run-detectors.ts';
import { evaluateScores } from './evaluate-scores.ts';
import { explainRows } from './explain/explain-rows.ts';
import { buildFeatures } from './features/build-features.ts';
import type { DescribedFeature, Feature } from './features/feature.ts';
import { hasHistory, type Ledger, ownerSpan } from './features/ledger.ts';
import { HIGH_RISK_COUNTRIES, REPORTING_THRESHOLDS } from './features/lists.ts';
import type { RuleLists } from './features/rules.ts';
import { fuseScores } from './fuse-scores.ts';
import { findPatterns, type PatternOptions } from './graph/find-patterns.ts';
import { transferGraph } from './graph/transfer-graph.ts';
import { rankAgreement } from './rank-agreement.ts';
import type { Decisions } from './ranker/carried-risk.ts';
import { learnFromDecisions } from './ranker/learn.ts';
import { type RunOptions, stepper } from './run-options.ts';
import { accountEvidence, topAccounts } from './score-accounts.ts';
import {
  chooseThreshold,
  falseDiscoveryCount,
  type ThresholdChoice,
} from './thresholds/choose-threshold.ts';
import { engineVersion } from './version.ts';

/** Threshold choice whose baseline is a table with the file's columns, scored with the file. */
export type ThresholdOption =
  | Exclude<ThresholdChoice, { method: 'false-discovery' }>
  | { method: 'false-discovery'; alpha: number; baseline: Table };

export type AnalyzeOptions = RunOptions & {
  seed: bigint;
  roles?: ColumnRoles;
  ignore?: readonly string[];
  withoutFeatures?: readonly string[];
  /** Meaning of the columns of a plain table. */
  described?: Readonly<Record<string, DescribedFeature>>;
  /** 1 for rows confirmed as fraud: scored, but excluded from their owner's usual behavior. */
  confirmed?: Uint8Array;
  /** Reviewers' decisions to learn from; confirmed rows leave their owner's usual behavior too. */
  decisions?: Decisions;
  detectors?: readonly DetectorName[];
  threshold?: ThresholdOption;
  clusters?: number;
  lists?: Partial<RuleLists>;
  patterns?: PatternOptions;
};

const LAST_ROWS = 20;
const MAX_ACCOUNTS = 50;
/** Score from which a detector counts as agreeing: its own top percent. */
const AGREES = 0.99;

export const bandOf = (score: number): Band =>
  score >= 0.999 ? 'Critical' : score >= 0.99 ? 'High' : score >= 0.95 ? 'Medium' : 'Low';

/**
 * Finds the rows that a reviewer should see: scores every row by several detectors fused by rank,
 * gives reasons and clusters similar rows. Label columns never enter a score. Deterministic: the
 * same table, options and seed give the same analysis, independent of row order.
 *
 * @throws DetectCancelled once the signal is set
 */
export function analyze(table: Table, options: AnalyzeOptions): Analysis {
  const step = stepper(options);
  const ignored = new Set(options.ignore ?? []);
  const roles = rolesOf(table, options);
  step('keys', 0, 1);
  const visible = table.columns.filter(
    ({ name }) => !ignored.has(name) && name !== roles.label && !isOutcome(name),
  );
  const keys = rowKeys(visible, table.rows, options.seed);
  step('features', 0, 1);
  const { kind, ledger, features } = buildFeatures(table, rowKeys(visible, table.rows, 0n), {
    roles,
    ignore: [...ignored],
    without: options.withoutFeatures ?? [],
    described: options.described,
    confirmed: options.confirmed ?? confirmedIn(options.decisions),
    thresholds: options.lists?.thresholds ?? REPORTING_THRESHOLDS,
    highRisk: options.lists?.highRisk ?? HIGH_RISK_COUNTRIES,
  });
  const { detected, pool } = runDetectors(features, {
    keys,
    options: { kind, seed: options.seed, detectors: options.detectors ?? DEFAULT_DETECTORS },
    step,
  });
  step('fusion', 0, 1);
  const fused = detected.length === 0 ? new Float64Array(table.rows) : fuseScores(detected, kind);
  const taught = learned({ ledger, features, scores: averageRanks(fused), options });
  const raw = taught?.ranks ?? fused;
  const scores = averageRanks(raw);
  const { rows, threshold } = take(table, { raw, scores, keys, options });
  step('clusters', 0, 1);
  const plain = kind === 'table' ? features.map(({ values }) => values) : [];
  const clusters = findClusters(ledger, {
    plain,
    pool,
    anomalies: rows,
    options: {
      seed: options.seed,
      ...(options.clusters !== undefined && { k: options.clusters }),
    },
  });
  step('patterns', 0, 1);
  const graph = transferGraph(ledger);
  const labels = labelsOf(table, roles);
  const evaluation =
    labels === null ? null : evaluate(scores, { labels, alerts: threshold.taken, rows });
  step('reasons', 0, 1);
  const anomalies = anomaliesOf(rows, {
    scores,
    detected,
    ledger,
    explained: explainRows(features, rows),
  });
  const patterns = graph === null ? [] : findPatterns(graph, options.patterns);
  const accounts = accountEvidence(ledger, graph, scores);
  return {
    engineVersion,
    seed: options.seed,
    kind,
    roles,
    features: features.map(({ name }) => name),
    rows: table.rows,
    scores,
    anomalies,
    cases: buildCases(ledger, { anomalies, accounts, patterns }),
    threshold,
    clusters,
    detectors: detected.map(({ name, weight, scores: own }) => {
      const auc = labels === null ? undefined : evaluateScores(own, labels, 1)?.auc;
      return { name, weight, ...(auc !== undefined && { auc }) };
    }),
    patterns,
    accounts: topAccounts(accounts, MAX_ACCOUNTS),
    ...(evaluation !== null && { evaluation }),
    ...(taught !== null && { learned: taught.learned }),
    agreement: rankAgreement(detected.map(({ scores: own }) => own)),
    dataQuality: dataQualityOf(ledger),
  };
}

const confirmedIn = (decisions: Decisions | undefined): Uint8Array | null =>
  decisions === undefined
    ? null
    : Uint8Array.from(decisions.labels, (label) => (label === 1 ? 1 : 0));

function learned({
  options,
  ...inputs
}: {
  ledger: Ledger;
  features: readonly Feature[];
  scores: Float64Array;
  options: AnalyzeOptions;
}) {
  if (options.decisions === undefined) return null;
  return learnFromDecisions({ ...inputs, seed: options.seed }, options.decisions);
}

function take(
  table: Table,
  {
    raw,
    scores,
    keys,
    options,
  }: { raw: Float64Array; scores: Float64Array; keys: Float64Array; options: AnalyzeOptions },
) {
  const choice = options.threshold ?? { method: 'capacity' };
  if (choice.method !== 'false-discovery') return chooseThreshold(raw, scores, keys, choice);
  const { method, alpha, baseline } = choice;
  // Scores are ranks within a table, so file and baseline are scored in one table.
  const { threshold: _, confirmed: own, ...rest } = options;
  const all = new Uint8Array(table.rows + baseline.rows);
  if (own !== undefined) all.set(own);
  const others = { ...rest, confirmed: all };
  const together = analyze(concatTables([table, baseline]), others).scores;
  const ranked = together.slice(0, table.rows).sort().reverse();
  const count = falseDiscoveryCount(ranked, together.subarray(table.rows), alpha);
  const chosen = chooseThreshold(raw, scores, keys, { method: 'capacity', rows: count });
  return { rows: chosen.rows, threshold: { ...chosen.threshold, method, value: alpha } };
}

function labelsOf(table: Table, { label }: ColumnRoles): Int8Array | null {
  const column = table.columns.find(({ name }) => name === label);
  return column === undefined ? null : readLabels(column);
}

function evaluate(
  scores: Float64Array,
  { labels, alerts, rows }: { labels: Int8Array; alerts: number; rows: Uint32Array },
): Evaluation | null {
  const measured = evaluateScores(scores, labels, Math.max(1, alerts));
  if (measured === null) return null;
  const caught = rows.reduce((sum, row) => sum + (labels[row] === 1 ? 1 : 0), 0);
  let low = 0;
  for (let i = 0; i < labels.length; i++) if (labels[i] === 1 && scores[i] < 0.5) low++;
  return {
    ...measured,
    missedShare: 1 - caught / measured.positives,
    belowMedianShare: low / measured.positives,
  };
}

function anomaliesOf(
  rows: Uint32Array,
  {
    scores,
    detected,
    ledger,
    explained,
  }: {
    scores: Float64Array;
    detected: readonly Detected[];
    ledger: Ledger;
    explained: ReturnType<typeof explainRows>;
  },
): Anomaly[] {
  const ranks = detected.map(({ name, scores: own }) => ({ name, ranks: averageRanks(own) }));
  const owned = hasHistory(ledger) ? ledger : null;
  const lastRowsOf = (row: number): number[] => {
    const place = ledger.placeOf(row);
    if (owned === null || place < 0) return [];
    const { from } = ownerSpan(owned, place);
    return [...owned.history.subarray(Math.max(from, place + 1 - LAST_ROWS), place + 1)];
  };
  return Array.from(rows, (row, i) => {
    return {
      row,
      score: scores[row],
      band: bandOf(scores[row]),
      ...explained[i],
      agreeing: ranks.filter((detector) => detector.ranks[row] >= AGREES).map(({ name }) => name),
      lastRows: lastRowsOf(row),
    };
  });
}
