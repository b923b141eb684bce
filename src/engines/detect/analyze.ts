import type { ColumnRoles } from '../meaning/events/column-roles.ts';
import { readLabels } from '../meaning/events/roles.ts';
import type { Table } from '../table/table.ts';
import type { Analysis, Anomaly, Band, Evaluation } from './analysis.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { buildCases } from './cases/build-cases.ts';
import { findClusters } from './clusters/find-clusters.ts';
import { dataQualityOf } from './data-quality.ts';
import type { Detected } from './detectors/run-detectors.ts';
import { aucOfRanks, evaluateScores } from './evaluate-scores.ts';
import { explainRows } from './explain/explain-rows.ts';
import { hasHistory, type Ledger, ownerSpan } from './features/ledger.ts';
import { findPatterns } from './graph/find-patterns.ts';
import { transferGraph } from './graph/transfer-graph.ts';
import { listRows } from './list-rows.ts';
import { rankAgreement } from './rank-agreement.ts';
import { rankTable } from './rank-table.ts';
import { stepper } from './run-options.ts';
import { accountEvidence, topAccounts } from './score-accounts.ts';
import { engineVersion } from './version.ts';

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
  const { ledger, scores, clusters, anomalies, ...listed } = listAnomalies(table, options);
  step('patterns', 0, 1);
  const graph = transferGraph(ledger);
  const patterns = graph === null ? [] : findPatterns(graph, options.patterns);
  const accounts = accountEvidence(ledger, graph, scores);
  return {
    engineVersion,
    seed: options.seed,
    rows: table.rows,
    scores,
    anomalies,
    cases: buildCases(ledger, { anomalies, accounts, patterns }),
    clusters,
    patterns,
    accounts: topAccounts(accounts, MAX_ACCOUNTS),
    ...listed,
    dataQuality: dataQualityOf(ledger),
  };
}

/** Scores, lists and explains rows; features are released before patterns are searched. */
function listAnomalies(table: Table, options: AnalyzeOptions) {
  const step = stepper(options);
  const ordered = rankTable(table, options);
  const { scored, taught, scores } = ordered;
  const { roles, kind, ledger, features, detected, pool } = scored;
  const { rows, threshold, ranked } = listRows(table, ordered, options);
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
  step('reasons', 0, 1);
  const labels = labelsOf(table, roles);
  const evaluation =
    labels === null ? null : evaluate(scores, { labels, alerts: threshold.taken, rows });
  const anomalies = anomaliesOf(rows, {
    scores,
    detected,
    ledger,
    explained: explainRows([...features, ...(taught?.risks ?? [])], rows),
  });
  return {
    kind,
    roles,
    ledger,
    scores,
    clusters,
    anomalies,
    threshold,
    features: features.map(({ name }) => name),
    detectors: detected.map(({ name, weight, ranks }) => {
      const auc = labels === null ? null : aucOfRanks(ranks, labels);
      return { name, weight, ...(auc !== null && { auc }) };
    }),
    ...(evaluation !== null && { evaluation }),
    ...(taught !== null && 'learned' in taught && { learned: taught.learned }),
    ...(ranked !== null && { ranked }),
    agreement: rankAgreement(detected.map(({ ranks }) => ranks)),
  };
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
  const owned = hasHistory(ledger) ? ledger : null;
  const lastRowsOf = (row: number): number[] => {
    const place = ledger.placeOf(row);
    if (owned === null || place < 0) return [];
    const { from } = ownerSpan(owned, place);
    return [...owned.history.subarray(Math.max(from, place + 1 - LAST_ROWS), place + 1)];
  };
  return Array.from(rows, (row, i) => {
    const at = ledger.time?.[row] ?? Number.NaN;
    return {
      row,
      at: Number.isNaN(at) ? null : at,
      score: scores[row],
      band: bandOf(scores[row]),
      ...explained[i],
      agreeing: detected.filter(({ ranks }) => ranks[row] >= AGREES).map(({ name }) => name),
      lastRows: lastRowsOf(row),
    };
  });
}
