import type { Analysis, DetectorName, Learned } from '../engines/detect/index.ts';

/** Returns the printed part of an analysis: without scores and all but the top 20 anomalies. */
export function summaryOf(analysis: Analysis, seconds: (name: DetectorName) => number) {
  const { threshold, clusters, detectors, evaluation, dataQuality, anomalies, cases } = analysis;
  return {
    rows: analysis.rows,
    roles: analysis.roles,
    anomalies: threshold.taken,
    threshold: threshold.thresholdUsed,
    clusters: clusters.items.map(({ name, count }) => ({ name, count })),
    detectors: detectors.map(({ name, auc }) => ({
      name,
      seconds: Number(seconds(name).toFixed(3)),
      ...(auc !== undefined && { auc }),
    })),
    ...(evaluation !== undefined && {
      evaluation: {
        auc: evaluation.auc,
        averagePrecision: evaluation.averagePrecision,
        precisionAtCapacity: evaluation.precisionAtCapacity,
        capacity: evaluation.capacity,
        missedShare: evaluation.missedShare,
        belowMedianShare: evaluation.belowMedianShare,
      },
    }),
    ...(analysis.learned !== undefined && { learned: analysis.learned }),
    dataQuality,
    patterns: analysis.patterns.map(({ kind, accounts, rows, surprise }) => ({
      kind,
      accounts,
      rows,
      surprise,
    })),
    top: anomalies.slice(0, 20).map(({ row, score, band, reasons, tags }) => ({
      row,
      score,
      band,
      reasons: reasons.map(({ sentence }) => sentence),
      tags,
    })),
    cases: cases.slice(0, 20).map(({ subject, evidence, rows, reasons, patterns }) => ({
      ...{ subject, evidence, rows, patterns },
      reasons: reasons.map(({ sentence }) => sentence),
    })),
    seed: analysis.seed.toString(),
    engineVersion: analysis.engineVersion,
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function learnedLines({ confirmed, cleared, evaluation, next }: Learned): string[] {
  return [
    `ranked by ${confirmed} confirmed and ${cleared} cleared rows`,
    evaluation === null
      ? 'not evaluated: the later 30 % of decisions, or the earlier 70 %, have too few of a kind'
      : `on ${evaluation.tested} later decisions, trained on ${evaluation.trained} earlier ones: average precision ${evaluation.ranker.toFixed(4)}, without labels ${evaluation.unsupervised.toFixed(4)}`,
    `label next: rows ${next.map((row) => row + 1).join(', ')}`,
  ];
}

export function linesOf(summary: ReturnType<typeof summaryOf>): string[] {
  const { evaluation, dataQuality } = summary;
  const { ledger } = dataQuality;
  return [
    `${summary.rows} rows; ${Object.entries(summary.roles)
      .map(([role, column]) => `${role}: ${column}`)
      .join(', ')}`,
    `${summary.anomalies} rows flagged for review, score ${summary.threshold.toFixed(4)} or higher`,
    ...summary.top.map(
      ({ row, score, reasons }) => `  row ${row + 1}  ${score.toFixed(4)}  ${reasons[0] ?? ''}`,
    ),
    ...summary.cases.map(
      ({ subject, rows, evidence, reasons }) =>
        `case ${subject}: ${rows.length === 1 ? '1 row' : `${rows.length} rows`}, evidence ${evidence.toFixed(1)}: ${reasons.join('; ')}`,
    ),
    ...summary.clusters.map(({ name, count }) => `group ${name}: ${count} rows`),
    ...summary.detectors.map(({ name, seconds }) => `${name} ${seconds} s`),
    ...(evaluation === undefined
      ? []
      : [
          `evaluation by labels: AUC ${evaluation.auc.toFixed(4)}, precision at ${evaluation.capacity} ${percent(evaluation.precisionAtCapacity)}`,
          `labeled rows below the threshold ${percent(evaluation.missedShare)}, below the median score ${percent(evaluation.belowMedianShare)}`,
        ]),
    ...(summary.learned === undefined ? [] : learnedLines(summary.learned)),
    ...dataQuality.rows.map((row) => `row ${row + 1}: unreadable amount or time`),
    ...(ledger === undefined
      ? []
      : [
          `balances match transactions on ${ledger.accountDays} account days: exactly on ${percent(ledger.exact / ledger.accountDays)}, within rounding on ${percent(ledger.within / ledger.accountDays)}`,
        ]),
  ];
}
