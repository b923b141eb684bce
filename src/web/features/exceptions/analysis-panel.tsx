import { formatCount, formatShare } from '../../lib/format.ts';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { type AnalysisRecord, detectorName, type Evaluation } from './analysis-record.ts';

const METHODS: Record<string, (value: number) => string> = {
  capacity: (value) => `review capacity, the ${formatCount(value)} highest scores`,
  percentile: (value) => `percentile, the highest ${formatShare(value)} of rows`,
  peaks: (value) => `peaks over threshold, at a risk of ${value} for an ordinary row`,
  'false-discovery': (value) => `false discovery rate of ${formatShare(value)}`,
  score: (value) => `scores from ${value}`,
};

/** What the labels of the file say of the scores. They never entered them. */
function EvaluationFigures({ evaluation }: { evaluation: Evaluation }) {
  const figures: [string, string][] = [
    [
      'Rows labelled as positive',
      `${formatCount(evaluation.positives)} of ${formatCount(evaluation.labelled)}`,
    ],
    ['AUC', evaluation.auc.toFixed(3)],
    ['Average precision', evaluation.averagePrecision.toFixed(3)],
    [
      `Precision in the top ${formatCount(evaluation.capacity)}`,
      formatShare(evaluation.precisionAtCapacity),
    ],
    ['Labelled rows below the threshold', formatShare(evaluation.missedShare)],
    ['Labelled rows below the median score', formatShare(evaluation.belowMedianShare)],
  ];
  return (
    <section aria-label="Against the labels of the file">
      <h4 className="mt-3 mb-1">Against the labels of the file</h4>
      <List entries={figures} />
      <p className="mt-1 max-w-[72ch] text-xs text-ink-soft">
        The labels never entered the scores. What lies below the median looks ordinary row by row:
        no score of rows finds it, whatever the threshold.
      </p>
    </section>
  );
}

function List({ entries }: { entries: [string, string][] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-6 gap-y-1">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How the rows of a batch were chosen, and what is known of how well. */
export function AnalysisPanel({ analysis }: { analysis: AnalysisRecord }) {
  const { threshold, engine, source, detectors, dataQuality: quality } = analysis;
  const entries: [string, string][] = [
    ['Threshold', METHODS[threshold.method]?.(threshold.value) ?? threshold.method],
    ['Taken', `${formatCount(threshold.taken)} of ${formatCount(analysis.rows)} rows`],
    [
      'Detectors',
      detectors
        .map(({ name, auc }) =>
          auc === undefined ? detectorName(name) : `${detectorName(name)} (AUC ${auc.toFixed(3)})`,
        )
        .join(', '),
    ],
    [
      'Rank agreement between detectors',
      `${analysis.agreement.toFixed(2)} (agreement, not accuracy)`,
    ],
    [
      'Data quality',
      `${formatCount(quality.missingAmounts)} amounts and ${formatCount(quality.missingTimes)} times missing, ${formatCount(quality.duplicateIds)} identifiers repeated`,
    ],
    ['Engine', `${engine.version}, seed ${analysis.seed}`],
    ['SHA-256 of the file', source.sha256],
  ];
  return (
    <details className="border-t border-line px-6">
      <summary className="py-2.5 text-ink-soft">How these rows were chosen</summary>
      <ScrollFrame label="How these rows were chosen" className="max-h-64 pb-4">
        <List entries={entries} />
        {analysis.evaluation && <EvaluationFigures evaluation={analysis.evaluation} />}
      </ScrollFrame>
    </details>
  );
}
