import type { QualityReport } from '../../../engines/measure/index.ts';
import { type PdfPage, share } from '../../../platform/pdf/page.ts';
import { USEFULNESS_WORDS } from '../../../shared/report-sentences/usefulness-words.ts';

type Usefulness = NonNullable<QualityReport['usefulness']>;

export const usefulnessSentence = ({ verdict, reason }: Usefulness): string =>
  `${USEFULNESS_WORDS[verdict]}: ${reason}`;

export function usefulnessPart(page: PdfPage, usefulness: Usefulness): void {
  page.heading('Usefulness');
  page.text(`${usefulnessSentence(usefulness)}.`);
  if (usefulness.checks.length === 0) return;
  page.table(
    [
      { header: 'Check', width: 239 },
      { header: 'Synthetic', width: 80, right: true },
      { header: 'Holdout', width: 80, right: true },
      { header: 'Verdict', width: 100, right: true },
    ],
    usefulness.checks.map(({ name, column, synthetic, holdout, verdict }) => [
      column === undefined ? name : `${name}: ${column}`,
      share(synthetic, 4),
      share(holdout, 4),
      USEFULNESS_WORDS[verdict],
    ]),
  );
}
