import { IntervalBar } from '../../charts/interval-bar.tsx';
import { formatDelta, formatEpsilon, type guaranteeNote } from '../../data/batch-facts.ts';
import type { PrivacyReport } from '../../data/report-document.ts';
import { formatCount } from '../../lib/format.ts';
import { LinkageLine } from './linkage-line.tsx';
import { PersonsTable } from './persons-table.tsx';
import { attackVerdict, PASS_LINE, percentToTenths } from './verdicts.ts';

export function PrivacyPart(props: {
  privacy: PrivacyReport;
  own: ReturnType<typeof guaranteeNote>;
}) {
  const { privacy, own } = props;
  const most = barEnd(privacy.attacks);
  const tests = [
    { name: 'Exact matches', test: privacy.copies },
    { name: 'Near matches (all columns but one)', test: privacy.nearCopies },
    { name: 'Unique values reproduced', test: privacy.rareValues },
  ];
  return (
    <>
      {privacy.guarantee && <GuaranteeLine guarantee={privacy.guarantee} own={own} />}
      {privacy.gates.length > 0 && (
        <ul className="mb-5 max-w-[72ch] space-y-1 border-l-2 border-danger pl-4">
          {privacy.gates.map((gate) => (
            <li key={gate.name}>
              <span className="text-danger">{gate.name}</span>: {gate.reason}
            </li>
          ))}
        </ul>
      )}
      <ul className="mb-7 max-w-[72ch] space-y-1 text-ink-soft">
        {tests.map(({ name, test }) => (
          <li key={name}>
            {name}: {ofRows(test.train, test.trainRows)} training rows
            {test.holdout === null
              ? ', no rows held out to compare'
              : `, ${ofRows(test.holdout, test.holdoutRows)} held-out rows`}
            {test.pValue === null ? '' : ` (p = ${test.pValue.toPrecision(3)})`}
          </li>
        ))}
        {privacy.linkage && <LinkageLine linkage={privacy.linkage} />}
        {privacy.folds && (
          <li>
            Few people: attacked in {privacy.folds.folds} folds and pooled; an excess risk up to{' '}
            {percentToTenths(privacy.folds.upper)} is possible
          </li>
        )}
        {privacy.positiveControl && (
          <li>
            Check of the tests: {formatCount(privacy.positiveControl.planted)} planted copies were{' '}
            {privacy.positiveControl.detected ? 'detected' : 'not detected'}
          </li>
        )}
      </ul>
      {privacy.persons && <PersonsTable persons={privacy.persons} />}
      {privacy.attacks.length > 0 && (
        <p className="mb-5 max-w-[72ch] text-ink-soft">
          Excess success of each attack on people in the training data over people held out. The
          tick is the estimate, the band its 95% interval; above the limit of{' '}
          {percentToTenths(PASS_LINE)} the batch fails.
        </p>
      )}
      <ul className="space-y-6">
        {privacy.attacks.map((attack) => {
          const verdict = attackVerdict(attack);
          return (
            <li key={attack.name}>
              <IntervalBar
                title={attack.name}
                note={`${verdict.word} · at most ${percentToTenths(Math.max(0, attack.upper))}`}
                tone={verdict.tone}
                value={attack.risk}
                low={attack.low}
                high={attack.high}
                line={PASS_LINE}
                most={most}
              >
                {attackSentence(attack)}
              </IntervalBar>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Returns the common scale of all attacks: fits each interval but keeps the limit visible. */
const barEnd = (attacks: readonly { high: number }[]) =>
  Math.min(1, Math.ceil(Math.max(0.12, ...attacks.map(({ high }) => high)) * 20) / 20);

/** Formats "found of rows"; the total is withheld in the report of a private batch. */
const ofRows = (found: number, rows: number | null) =>
  rows === null ? formatCount(found) : `${formatCount(found)} of ${formatCount(rows)}`;

const tried = (attempts: number | null, people: number | undefined) =>
  [
    attempts === null ? '' : `${formatCount(attempts)} attempts`,
    people === undefined ? '' : `${formatCount(people)} people`,
  ]
    .filter(Boolean)
    .join(' on ');

const inBrackets = (text: string) => (text === '' ? '' : ` (${text})`);

/** Returns the success of an attack, beside that on people held out and that of guessing. */
function attackSentence(attack: PrivacyReport['attacks'][number]): string {
  const { control } = attack;
  const own = `${percentToTenths(attack.attack)} succeed${inBrackets(tried(attack.attempts, attack.people))}`;
  const held =
    control === null
      ? 'no people held out'
      : `on people held out ${percentToTenths(control)}${inBrackets(tried(attack.controlAttempts, attack.controlPeople))}`;
  return `${own}; ${held}; by guessing ${percentToTenths(attack.baseline)}`;
}

function GuaranteeLine(props: {
  guarantee: NonNullable<PrivacyReport['guarantee']>;
  own: ReturnType<typeof guaranteeNote>;
}) {
  const { epsilon, delta, unit, clean, worstAdvantage, fits, budget } = props.guarantee;
  const { own } = props;
  return (
    <div className="mb-5 max-w-[72ch] space-y-1.5 border-l-2 border-action pl-4">
      {own && (
        <p>
          Differential privacy for each {own.unit}: ε {formatEpsilon(own.epsilon)} (δ{' '}
          {formatDelta(own.delta)}), learned by {own.mechanism}.
        </p>
      )}
      {(own === null || fits > 1) && (
        <p>
          All {formatCount(fits)} models of these people together: ε {formatEpsilon(epsilon)} (δ{' '}
          {formatDelta(delta)}) for each {unit}, of a budget of ε {budget}.
        </p>
      )}
      <p className="text-ink-soft">
        An attacker can’t tell whether a person is in the file more than{' '}
        {percentToTenths(worstAdvantage)} better than by guessing.{' '}
        {clean
          ? 'The privacy ledger is complete.'
          : 'The privacy ledger was changed: the guarantee does not hold.'}
      </p>
    </div>
  );
}
