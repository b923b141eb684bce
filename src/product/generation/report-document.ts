import type { PrivacyReport, QualityReport } from '../../engines/measure/index.ts';

/** Drops what was not measured: in the report its absence is told by the list of what was not. */
function measured<T extends Record<string, unknown>>(values: T): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** Both reports as one document, as the page of a batch shows it; the reports themselves go along whole. */
export function reportDocument(quality: QualityReport, privacy: PrivacyReport) {
  const shapeOf = new Map(quality.shapes.map((shape) => [shape.column, shape.score]));
  return {
    quality: measured({
      score: quality.score ?? 0,
      columnShapes: quality.columnShapes,
      columnPairTrends: quality.columnPairTrends,
      scoreWithoutThresholds: quality.scoreWithoutThresholds,
      diagnostic: quality.diagnostic.score,
      accuracy: quality.accuracy.overall === null ? null : quality.accuracy,
      discriminatorAuc: quality.discriminatorAuc,
      tstr: quality.tstr && { synthetic: quality.tstr.synthetic, real: quality.tstr.real },
    }),
    privacy: {
      score: privacy.score,
      verdict: privacy.reason,
      assurance: privacy.assurance,
      ...(privacy.distances ? { dcrShare: privacy.distances.dcrShare } : {}),
      ...(privacy.copies.holdout === null || privacy.copies.pValue === null
        ? {}
        : {
            copies: {
              train: privacy.copies.train,
              holdout: privacy.copies.holdout,
              pValue: privacy.copies.pValue,
            },
          }),
      attacks: privacy.attacks
        .filter((attack) => attack.control !== null)
        .map(({ name, risk, low, high, control, baseline }) => ({
          name,
          risk,
          low,
          high,
          control,
          baseline,
        })),
      ...(privacy.positiveControl
        ? { positiveControl: { passed: privacy.positiveControl.detected } }
        : {}),
    },
    columns: quality.overlays.map(({ column, bins }) => ({
      name: column,
      ...(typeof shapeOf.get(column) === 'number' ? { score: shapeOf.get(column) } : {}),
      bins: bins.flatMap(({ label, real, synthetic }) =>
        real === null || synthetic === null ? [] : [{ label, real, synthetic }],
      ),
    })),
    notMeasured: [...quality.notMeasured, ...privacy.notMeasured].map(({ metric, reason, n }) => ({
      name: metric,
      reason,
      ...(n > 0 ? { n } : {}),
    })),
    reports: { quality, privacy },
  };
}
