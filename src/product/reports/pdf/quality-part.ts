import type { QualityReport } from '../../../engines/measure/index.ts';
import { type PdfPage, share } from '../../../platform/pdf/page.ts';
import { columnCharts, relationCharts } from './charts.ts';
import { fairnessPart } from './fairness-part.ts';
import { pictureCharts } from './picture-charts.ts';

type Shares = [synthetic: number | null | undefined, holdout: number | null | undefined];

export function qualityPart(page: PdfPage, quality: QualityReport): void {
  const { accuracy, holdout, tstr, sequences, rows } = quality;
  page.heading('Quality');
  page.text(
    (rows.real === null
      ? `n = ${rows.synthetic} synthetic. `
      : `n = ${rows.real} real, ${rows.synthetic} synthetic, ${rows.holdout ?? 'no'} held out. `) +
      'The baseline is what held-out real rows get by the same metric.',
  );
  const lines: [string, ...Shares][] = [
    ['Score (column shapes and pair trends)', quality.score, holdout?.score],
    ['Column shapes', quality.columnShapes, holdout?.columnShapes],
    ['Column pair trends', quality.columnPairTrends, holdout?.columnPairTrends],
    [
      'Column pair trends, real range',
      quality.columnPairTrendsOverRealRange,
      holdout?.columnPairTrendsOverRealRange,
    ],
    ['Accuracy, one column', accuracy.univariate, holdout?.accuracy.univariate],
    ['Accuracy, two columns', accuracy.bivariate, holdout?.accuracy.bivariate],
    ['Accuracy, three columns', accuracy.trivariate, holdout?.accuracy.trivariate],
    ['Discriminator AUC, training rows', quality.discriminatorAuc, holdout?.discriminatorAuc],
    [
      'Discriminator AUC, held-out rows',
      quality.discriminatorAucHeldOut,
      holdout?.discriminatorAuc,
    ],
    [`ML utility (TSTR): ${tstr?.target ?? ''}`, tstr?.synthetic, tstr?.real],
    ['Sequence length', sequences?.lengths, holdout?.sequences?.lengths],
    ...(sequences?.histories ?? []).map(({ measure, similarity }, i): [string, ...Shares] => [
      `Histories, ${measure}`,
      similarity,
      holdout?.sequences?.histories?.[i]?.similarity,
    ]),
    ['Validity', quality.diagnostic.score, null],
  ];
  page.table(
    [
      { header: 'Metric', width: 299 },
      { header: 'Synthetic', width: 100, right: true },
      { header: 'Holdout baseline', width: 100, right: true },
    ],
    lines
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value, real]) => [name, share(value, 4), share(real, 4)]),
  );
  pictureCharts(page, quality);
  columnCharts(page, quality);
  relationCharts(page, quality);
  fairnessPart(page, quality);
  page.heading('Column by column');
  page.table(
    [
      { header: 'Column', width: 199 },
      { header: 'Measure', width: 100 },
      { header: 'Similarity', width: 100, right: true },
      { header: 'Holdout baseline', width: 100, right: true },
    ],
    quality.shapes.map((shape) => [
      shape.column,
      shape.metric,
      share(shape.score, 4),
      share(shape.holdout, 4),
    ]),
  );
}
