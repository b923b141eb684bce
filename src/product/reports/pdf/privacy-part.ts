import type { PrivacyReport } from '../../../engines/measure/index.ts';
import { type PdfPage, percent, share, shown } from '../../../platform/pdf/page.ts';
import { linkageSentence } from '../../../shared/report-sentences/linkage-sentence.ts';
import { OUTSIDE_GUARANTEE } from '../../../shared/report-sentences/outside-guarantee.ts';

type CopyTest = PrivacyReport['copies'];

const ofRows = (found: number, rows: number | null) =>
  rows === null ? String(found) : `${found} of ${rows}`;
const ofHoldout = ({ holdout, holdoutRows }: CopyTest) =>
  holdout === null ? 'no holdout' : ofRows(holdout, holdoutRows);

export function privacyPart(page: PdfPage, privacy: PrivacyReport, mechanism: string | null): void {
  page.heading('Guarantee');
  if (privacy.outsideGuarantee) page.text(OUTSIDE_GUARANTEE);
  const { guarantee } = privacy;
  if (guarantee === null) page.text('None: disclosure risk is tested with attacks only.');
  else {
    page.facts([
      ['Kind', 'differential privacy, over all models of this source so far'],
      ...(mechanism === null
        ? []
        : ([['Mechanism', `${mechanism}, which trained this batch's model`]] as const)),
      ['Unit', `one ${guarantee.unit}`],
      ['Epsilon', share(guarantee.epsilon, 3)],
      ['Delta', guarantee.delta.toExponential(1)],
      ['Rho (zCDP)', share(guarantee.rho, 4)],
      [
        'Worst case',
        `an attacker's true-positive rate exceeds the false-positive rate by at most ${share(guarantee.worstAdvantage)}`,
      ],
      [
        'Ledger',
        guarantee.clean ? 'complete, within its budget' : 'changed: the guarantee does not hold',
      ],
      [
        'Spent',
        `by ${guarantee.fits === 1 ? 'one fit' : `${guarantee.fits} fits`}, of a budget of epsilon ${guarantee.budget} in all`,
      ],
    ]);
  }
  page.heading('Hard checks');
  page.list(
    privacy.gates.length === 0
      ? ['all passed']
      : privacy.gates.map(({ name, limit, reason }) => `${name}, at most ${limit}: ${reason}`),
  );
  page.heading('Attacks');
  page.text(
    'Excess is the success of an attack on people in the training data over people held out, as a share of what was ' +
      `left to learn, with its 95% interval. The limit is 9%, a score of ${privacy.passLine}.`,
  );
  if (privacy.attacks.length === 0) page.text('No attack could be run; see “Not measured”.');
  else attackTable(page, privacy);
  page.heading('Copies');
  const tests: [string, CopyTest][] = [
    ['exact matches', privacy.copies],
    ['near matches (all columns but one)', privacy.nearCopies],
    ['unique values reproduced', privacy.rareValues],
  ];
  page.table(
    [
      { header: 'Test', width: 199 },
      { header: 'Training rows', width: 100, right: true },
      { header: 'Holdout rows', width: 100, right: true },
      { header: 'p', width: 100, right: true },
    ],
    tests.map(([name, test]) => [
      name,
      ofRows(test.train, test.trainRows),
      ofHoldout(test),
      test.pValue === null ? '-' : test.pValue.toPrecision(2),
    ]),
  );
  const { linkage, positiveControl: control, distances } = privacy;
  if (linkage) page.text(`Record linkage: ${linkageSentence(linkage)}.`);
  page.text(
    control === null
      ? 'Positive control: none, because no rows were held out.'
      : `Positive control: ${control.planted} copies (${share(control.share)} of the rows) were planted: ${
          control.detected ? 'detected' : 'not detected, so no score is given'
        } (p = ${control.pValue.toPrecision(2)}).`,
  );
  if (distances !== null) {
    page.text(
      `Distances: share nearer to training than to as many held-out rows ${share(distances.dcrShare)} (0.50 is chance); ` +
        `identical to a training row ${share(distances.identicalTrain)}, to a held-out row ${share(distances.identicalHoldout)}.`,
    );
  }
}

function attackTable(page: PdfPage, privacy: PrivacyReport): void {
  page.table(
    [
      { header: 'Attack', width: 139 },
      { header: 'Succeed', width: 45, right: true },
      { header: 'of', width: 45, right: true },
      { header: 'Held out', width: 50, right: true },
      { header: 'of', width: 45, right: true },
      { header: 'Guessing', width: 50, right: true },
      { header: 'Excess', width: 45, right: true },
      { header: 'Interval', width: 80, right: true },
    ],
    privacy.attacks.map((one) => [
      `${one.name}${one.stronger ? '' : ' (inconclusive, below baseline)'}`,
      percent(one.attack),
      shown(one.attempts),
      percent(one.control),
      shown(one.controlAttempts),
      percent(one.baseline),
      percent(one.risk),
      `${percent(one.low)} to ${percent(one.high)}`,
    ]),
  );
}
