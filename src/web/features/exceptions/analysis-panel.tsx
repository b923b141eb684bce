import { EvaluationFigures } from '../../components/evaluation-figures.tsx';
import { type AnalysisRecord, detectorName } from '../../data/exception-contents.ts';
import { formatCount, formatShare, sampleSentence } from '../../lib/format.ts';
import { FactList } from '../../ui/fact-list.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';

const METHODS: Record<string, (value: number) => string> = {
  capacity: (value) => `review capacity, the ${formatCount(value)} highest scores`,
  percentile: (value) => `percentile, the highest ${formatShare(value)} of rows`,
  peaks: (value) => `peaks over threshold, tail probability ${value} for a normal row`,
  'false-discovery': (value) => `false discovery rate of ${formatShare(value)}`,
  score: (value) => `scores from ${value}`,
};

/** Population stability index from which a file differs from the training file. */
const DRIFTED = 0.25;

function rankerText(ranker: NonNullable<AnalysisRecord['ranker']>): string {
  if ('unused' in ranker) return `Version ${ranker.version} was not used. ${ranker.unused}`;
  const { version, drift, decided, explored } = ranker;
  const state = drift < DRIFTED ? '' : ', changed since training: train again';
  return (
    `Version ${version}; drift ${drift.toFixed(2)} (population stability index${state}); ` +
    `${formatCount(decided)} decided rows left out, ${formatCount(explored)} rows listed to learn from`
  );
}

export function AnalysisPanel({ analysis }: { analysis: AnalysisRecord }) {
  const { threshold, engine, source, detectors, dataQuality: quality } = analysis;
  const entries: [string, string][] = [
    ['Threshold', METHODS[threshold.method]?.(threshold.value) ?? threshold.method],
    ['Taken', `${formatCount(threshold.taken)} of ${formatCount(analysis.rows)} rows`],
    ...(analysis.sampledFrom
      ? [
          [
            'Sample',
            sampleSentence(analysis.rows, analysis.sampledFrom, analysis.sampledBy),
          ] satisfies [string, string],
        ]
      : []),
    ...(analysis.ranker
      ? [['Ranked by decisions', rankerText(analysis.ranker)] satisfies [string, string]]
      : []),
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
    <details className="px-6 max-md:not-first:border-t max-md:border-line md:open:basis-full">
      <summary className="py-2.5 text-ink-soft">How these rows were chosen</summary>
      <ScrollFrame label="How these rows were chosen" className="max-h-64 pb-4">
        <FactList entries={entries} />
        {analysis.evaluation && <EvaluationFigures evaluation={analysis.evaluation} heading="h4" />}
      </ScrollFrame>
    </details>
  );
}
