import { IntervalBar } from '../../charts/interval-bar.tsx';
import type { PrivacyReport } from '../../data/report-document.ts';
import { formatCount } from '../../lib/format.ts';
import { LinkageLine } from './linkage-line.tsx';
import { attackVerdict, formatShare, PASS_LINE } from './verdicts.ts';

/** Gates first, then copies, then each attack with its interval and the line. */
export function PrivacyPart(props: { privacy: PrivacyReport; mechanism: string | null }) {
  const { privacy, mechanism } = props;
  const most = barEnd(privacy.attacks);
  const tests = [
    { name: 'Rows that occur word for word', test: privacy.copies },
    { name: 'Rows equal in all columns but one', test: privacy.nearCopies },
    { name: 'Values of a single row that occur', test: privacy.rareValues },
  ];
  return (
    <>
      {privacy.guarantee && <GuaranteeLine guarantee={privacy.guarantee} mechanism={mechanism} />}
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
            {name}: {formatCount(test.train)} of {formatCount(test.trainRows)} training rows
            {test.holdout === null
              ? ', no rows held out to compare'
              : `, ${formatCount(test.holdout)} of ${formatCount(test.holdoutRows)} held-out rows`}
            {test.pValue === null ? '' : ` (p = ${test.pValue.toPrecision(3)})`}
          </li>
        ))}
        {privacy.linkage && <LinkageLine linkage={privacy.linkage} />}
        {privacy.positiveControl && (
          <li>
            Planted copies: {privacy.positiveControl.detected ? 'found' : 'not found'} (
            {formatCount(privacy.positiveControl.planted)} planted)
          </li>
        )}
      </ul>
      {privacy.attacks.length > 0 && (
        <p className="mb-5 max-w-[72ch] text-ink-soft">
          Bars run from 0 to {most} of excess risk, over that of people who were held out: the tick
          is the estimate, the band its 95% interval, the dotted line what it must stay under.
        </p>
      )}
      <ul className="space-y-6">
        {privacy.attacks.map((attack) => {
          const verdict = attackVerdict(attack);
          return (
            <li key={attack.name}>
              <IntervalBar
                title={attack.name}
                note={verdict.word}
                tone={verdict.tone}
                value={attack.risk}
                low={attack.low}
                high={attack.high}
                line={PASS_LINE}
                most={most}
              >
                excess {formatShare(attack.risk)} (95% interval {formatShare(attack.low)} to{' '}
                {formatShare(attack.high)}), line at {PASS_LINE} · succeeded in{' '}
                {formatShare(attack.attack)} of {tried(attack.attempts, attack.people)}
                {attack.control === null
                  ? ', no control'
                  : `, control ${formatShare(attack.control)} of ${tried(attack.controlAttempts, attack.controlPeople)}`}
                , guessing {formatShare(attack.baseline)}
              </IntervalBar>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** One scale for all attacks, wide enough for each interval, and not so wide that the line is lost at its start. */
const barEnd = (attacks: readonly { high: number }[]) =>
  Math.min(1, Math.ceil(Math.max(0.25, ...attacks.map(({ high }) => high)) * 20) / 20);

const tried = (attempts: number, people: number | undefined) =>
  `${formatCount(attempts)} attempts${people === undefined ? '' : ` on ${formatCount(people)} people`}`;

/** What differential privacy promises, over everything ever learned from the source. */
function GuaranteeLine(props: {
  guarantee: NonNullable<PrivacyReport['guarantee']>;
  mechanism: string | null;
}) {
  const { epsilon, delta, unit, clean, worstAdvantage, fits, budget } = props.guarantee;
  return (
    <p className="mb-5 max-w-[72ch] border-l-2 border-action pl-4">
      Differential privacy for each {unit}, over everything learned from this source so far: epsilon{' '}
      {formatShare(epsilon)}, delta {delta.toExponential(1)}, spent by{' '}
      {fits === 1 ? 'one fit' : `${formatCount(fits)} fits`} of a budget of epsilon {budget} in all.
      Of people in the file no attacker can recognize a share that is more than{' '}
      {formatShare(worstAdvantage)} above that of people outside it.
      {props.mechanism && ` This batch’s model was learned by ${props.mechanism}.`}
      {clean ? ' The ledger is whole.' : ' The ledger is not whole: the guarantee does not hold.'}
    </p>
  );
}
