import type { Table } from '../../table/table.ts';
import { type Alerts, readAlerts } from './alerts.ts';
import { averagePrecisionOf } from './average-precision.ts';
import { type BaselineFigures, baselineFigures } from './baselines.ts';
import { bootstrap, type Interval } from './bootstrap.ts';
import { type CapacityFigures, capacityFigures } from './capacity.ts';
import { type Finding, findingsOf } from './findings.ts';
import {
  alertTimes,
  type GroupFigures,
  groupFigures,
  median,
  type SchemeFigures,
  schemeFigures,
} from './group-figures.ts';
import { type OneLineRule, oneLineRules } from './one-line-rules.ts';
import { proportion, type Share } from './share.ts';
import { readTruth, type Truth } from './truth.ts';

export type AlertScores = {
  transactions: number;
  positives: number;
  /** Distinct ids; unknown ids count as false alerts. */
  alerts: number;
  baseRate: number;
  precision: Share;
  recall: Share;
  /** Sum of precision times recall step over distinct scores; rows without an alert add 0. */
  averagePrecision: Interval;
  accounts: { precision: Share; recall: Share };
  schemes: Share;
  money: { precision: Interval; recall: Interval };
  /** Over the schemes found: from the first positive row to the first alert on one. */
  medianDays: number | null;
  typologies: GroupFigures[];
  hops: GroupFigures[];
  bySchemes: SchemeFigures[];
  /** Alerts on rows of schemes that only look like crime. */
  lookAlikes: { name: string; alerted: Share }[];
  capacities: CapacityFigures[];
  baselines: BaselineFigures[];
  findings: Finding[];
};

export type ScoreAlertsOptions = {
  /** Seed of the intervals. */
  seed: bigint;
  /** Cost of reviewing one alert, in the currency of the amounts. */
  alertCost: number;
  /** Numbers of alerts reviewed. */
  capacities: readonly number[];
  /** Scores of other detectors, one per transaction. */
  others?: readonly { name: string; scores: Float64Array }[];
  /** One-line rules to compare with; by default twelve of transactions. */
  rules?: readonly OneLineRule[] | undefined;
};

/**
 * Evaluates alerts of any detection system against the ground truth of simulated transactions:
 * recall and precision by row, account, scheme, typology, hop and money, days to detection and
 * cost at capacity, compared with random alerts, twelve one-line rules and given detectors.
 *
 * Shares of counts have Wilson intervals (1927). Average precision and money have intervals of a
 * Poisson bootstrap over schemes, and over accounts for rows outside every scheme.
 *
 * @param transactions columns of a simulated bank's transactions
 * @param truth columns txn_id, scheme_id, typology, hop, laundering and optionally fraud
 * @param submitted columns id, and optionally score and time
 * @throws RangeError if a file lacks a column, or ids repeat or do not match
 */
export function scoreAlerts(
  transactions: Table,
  {
    truth: truthTable,
    submitted,
    ...options
  }: ScoreAlertsOptions & { truth: Table; submitted: Table },
): AlertScores {
  const truth = readTruth(transactions, truthTable);
  const alerts = readAlerts(submitted, truth);
  const positives = truth.positive.reduce((sum, label) => sum + label, 0);
  const found = alertTimes(alerts, truth);
  const bySchemes = schemeFigures(truth, found);
  const groups = { found, schemes: bySchemes, alerts: alerts.ids.length };
  const { averagePrecision, ...money } = resampled(alerts, truth, options.seed);
  return {
    transactions: transactions.rows,
    positives,
    alerts: alerts.ids.length,
    baseRate: positives / Math.max(1, transactions.rows),
    precision: proportion(found.size, alerts.ids.length),
    recall: proportion(found.size, positives),
    averagePrecision,
    accounts: accountShares(alerts, truth),
    schemes: proportion(bySchemes.filter(({ days }) => days !== null).length, bySchemes.length),
    money: { precision: money.moneyPrecision, recall: money.moneyRecall },
    medianDays: median(bySchemes.flatMap(({ days }) => days ?? [])),
    typologies: groupFigures(truth, { ...groups, nameOf: truth.typology }),
    hops: groupFigures(truth, { ...groups, nameOf: truth.hop }),
    bySchemes,
    lookAlikes: lookAlikes(alerts, truth),
    capacities: capacityFigures(alerts, truth, options),
    baselines: baselineFigures(truth, {
      alerts: alerts.ids.length,
      others: options.others ?? [],
      rules: options.rules ?? oneLineRules(truth.ledger),
    }),
    findings: findingsOf(alerts, truth),
  };
}

/** Numbers the schemes, and the accounts of rows outside every scheme, as clusters. */
function clustersOf(truth: Truth): { clusterOf: Uint32Array; clusters: number } {
  const codes = new Map<string, number>();
  const clusterOf = Uint32Array.from(truth.positive.keys(), (row) => {
    const scheme = truth.positive[row] === 1 ? truth.scheme(row) : null;
    const name = scheme === null ? `account ${truth.account(row)}` : `scheme ${scheme}`;
    const code = codes.get(name) ?? codes.size;
    codes.set(name, code);
    return code;
  });
  return { clusterOf, clusters: codes.size };
}

function resampled(alerts: Alerts, truth: Truth, seed: bigint) {
  const { clusterOf, clusters } = clustersOf(truth);
  const { positive, money } = truth;
  const all = Array.from(positive.keys()).filter((row) => positive[row] === 1);
  return bootstrap(clusters, {
    seed,
    measure: (weights) => {
      const sum = (rows: Iterable<number>, value: (row: number) => number) => {
        let total = 0;
        for (const row of rows) if (row >= 0) total += weights[clusterOf[row]] * value(row);
        return total;
      };
      const hits = sum(alerts.rows, (row) => positive[row] * money[row]);
      return {
        averagePrecision: averagePrecisionOf(alerts, {
          positive,
          total: sum(all, () => 1),
          weight: (row) => (row < 0 ? 1 : weights[clusterOf[row]]),
        }),
        moneyPrecision: alerts.rows.length === 0 ? 0 : hits / sum(alerts.rows, (row) => money[row]),
        moneyRecall: hits / sum(all, (row) => money[row]),
      };
    },
  });
}

function accountShares(alerts: Alerts, truth: Truth) {
  const accountsOf = (rows: Iterable<number>) =>
    new Set(Array.from(rows, truth.account).filter((name) => name !== null));
  const guilty = accountsOf(
    Array.from(truth.positive.keys()).filter((row) => truth.positive[row] === 1),
  );
  const alerted = accountsOf(alerts.rows.filter((row) => row >= 0));
  const both = [...alerted].filter((name) => guilty.has(name)).length;
  return { precision: proportion(both, alerted.size), recall: proportion(both, guilty.size) };
}

function lookAlikes(alerts: Alerts, truth: Truth) {
  const guilty = new Set<string | null>();
  truth.positive.forEach((label, row) => {
    if (label === 1) guilty.add(truth.scheme(row));
  });
  const alerted = new Set(alerts.rows);
  const counts = new Map<string, { rows: number; alerted: number }>();
  for (let row = 0; row < truth.positive.length; row++) {
    const name = truth.typology(row);
    if (name === null || guilty.has(truth.scheme(row))) continue;
    const of = counts.get(name) ?? { rows: 0, alerted: 0 };
    counts.set(name, of);
    of.rows++;
    if (alerted.has(row)) of.alerted++;
  }
  return Array.from(counts, ([name, of]) => ({
    name,
    alerted: proportion(of.alerted, of.rows),
  })).sort((a, b) => b.alerted.of - a.alerted.of || (a.name < b.name ? -1 : 1));
}
