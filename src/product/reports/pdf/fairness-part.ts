import type { QualityReport } from '../../../engines/measure/index.ts';
import { type PdfPage, share } from '../../../platform/pdf/page.ts';
import { fairnessPictures } from '../../../shared/report-sentences/fairness-picture.ts';
import {
  differenceCaption,
  fairnessSentences,
} from '../../../shared/report-sentences/fairness-sentences.ts';
import { dotChart } from './dot-charts.ts';

type Fairness = NonNullable<QualityReport['fairness']>;
type Outcome = NonNullable<Fairness['outcome']>;
type Difference = { value: number; low: number; high: number } | null | undefined;

const interval = (found: Difference) =>
  found ? `${share(found.value)} (${share(found.low)} to ${share(found.high)})` : '-';

export function fairnessPart(page: PdfPage, { fairness }: QualityReport): void {
  if (!fairness) return;
  const { outcome, groupings, sensitive, declared } = fairness;
  page.heading('Fairness');
  page.text(
    `Sensitive columns: ${sensitive.join(', ')}${declared ? '' : ' (proposed by name and values)'}.`,
  );
  if (outcome === null) page.text('No column has an outcome to compare.');
  else differences(page, { outcome, groupings });
  for (const picture of fairnessPictures({ outcome, groupings })) dotChart(page, picture);
}

function differences(
  page: PdfPage,
  { outcome, groupings }: Pick<Fairness, 'groupings'> & { outcome: Outcome },
): void {
  page.text(differenceCaption(outcome));
  const wider = fairnessSentences({ outcome, groupings });
  page.list(
    wider.length > 0
      ? wider
      : ['No difference between groups is shown to be wider than in the real data.'],
  );
  page.table(
    [
      { header: 'Groups by', width: 99 },
      { header: 'Real', width: 100, right: true },
      { header: 'Synthetic', width: 100, right: true },
      { header: 'Model on real', width: 100, right: true },
      { header: 'Model on synthetic', width: 100, right: true },
    ],
    groupings.map(({ columns, outcomeDifference: found, modelDifference: models }) => [
      columns.join(' × '),
      interval(found?.real),
      interval(found?.synthetic),
      interval(models?.real.rate),
      interval(models?.synthetic.rate),
    ]),
  );
}
