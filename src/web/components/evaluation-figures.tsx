import type { Evaluation } from '../data/rows.ts';
import { formatCount, formatShare } from '../lib/format.ts';
import { FactList } from '../ui/fact-list.tsx';

export function EvaluationFigures(props: { evaluation: Evaluation; heading: 'h3' | 'h4' }) {
  const { evaluation, heading: Heading } = props;
  const figures: [string, string][] = [
    [
      'Rows labeled as positive',
      `${formatCount(evaluation.positives)} of ${formatCount(evaluation.labelled)}`,
    ],
    ['AUC', evaluation.auc.toFixed(3)],
    ['Average precision', evaluation.averagePrecision.toFixed(3)],
    [
      `Precision in the top ${formatCount(evaluation.capacity)}`,
      formatShare(evaluation.precisionAtCapacity),
    ],
    ['Labeled rows below the threshold', formatShare(evaluation.missedShare)],
    ['Labeled rows below the median score', formatShare(evaluation.belowMedianShare)],
  ];
  return (
    <section aria-label="Against the labels of the file">
      <Heading className="mt-3 mb-1">Against the labels of the file</Heading>
      <FactList entries={figures} />
      <p className="mt-1 max-w-[72ch] text-xs text-ink-soft">
        Labels are not used for scoring. Labeled rows below the median score look normal on their
        own: no row score finds them at any threshold.
      </p>
    </section>
  );
}
