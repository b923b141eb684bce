import { fairnessPictures } from '../../../shared/report-sentences/fairness-picture.ts';
import {
  differenceCaption,
  fairnessSentences,
} from '../../../shared/report-sentences/fairness-sentences.ts';
import { DotChart } from '../../charts/dot-chart.tsx';
import type { Difference, Fairness, FairnessGrouping } from '../../data/report-document.ts';
import { formatCount } from '../../lib/format.ts';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { formatShare } from './verdicts.ts';

/** Formats a limit; values that round to zero have no sign. */
const signed = (value: number) => (value < 0 && value > -0.005 ? '0.00' : formatShare(value));

const shareOrNone = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : signed(value);

const withInterval = (difference: Difference | null | undefined) =>
  difference
    ? `${signed(difference.value)} (${signed(difference.low)} to ${signed(difference.high)})`
    : '–';

const HEADS = 'border-b border-line py-2 pr-4 align-bottom font-normal';

function Table(props: { caption: string; heads: readonly string[]; rows: readonly string[][] }) {
  return (
    <ScrollFrame label={props.caption}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{props.caption}</caption>
        <thead>
          <tr>
            {props.heads.map((head) => (
              <th key={head} scope="col" className={`label-caps ${HEADS}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row[0]} className="border-b border-line last:border-b-0">
              {row.map((cell, i) => (
                <td key={props.heads[i]} className="min-w-28 py-2 pr-4">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function Groups({ grouping }: { grouping: FairnessGrouping }) {
  const name = grouping.columns.join(' × ');
  return (
    <details className="mt-3">
      <summary className="link min-h-6">Groups by {name}</summary>
      <Table
        caption={`Groups by ${name}`}
        heads={[
          'Group',
          'Real rows',
          'Similarity',
          'Holdout similarity',
          'Outcome, real',
          'Outcome, synthetic',
          'Predicted, trained on real',
          'Predicted, trained on synthetic',
        ]}
        rows={grouping.groups.map(({ name: group, rows, likeness, outcome, models }) => [
          group,
          rows.real === null ? 'Left out' : formatCount(rows.real),
          shareOrNone(likeness.synthetic),
          shareOrNone(likeness.holdout),
          shareOrNone(outcome?.real),
          shareOrNone(outcome?.synthetic),
          shareOrNone(models?.real?.rate),
          shareOrNone(models?.synthetic?.rate),
        ])}
      />
    </details>
  );
}

export function FairnessPart({ fairness }: { fairness: Fairness }) {
  const { outcome, groupings, sensitive } = fairness;
  const wider = fairnessSentences(fairness);
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-ink-soft">
        Sensitive columns: {sensitive.join(', ')}
        {fairness.declared ? '' : ' (proposed by name and values)'}.{' '}
        {outcome ? differenceCaption(outcome) : 'No column has an outcome to compare.'}
      </p>
      {outcome && (
        <ul className="mb-5 max-w-[72ch] space-y-1 border-l-2 border-line pl-4">
          {wider.length > 0 ? (
            wider.map((sentence) => <li key={sentence}>{sentence}</li>)
          ) : (
            <li>No difference between groups is shown to be wider than in the real data.</li>
          )}
        </ul>
      )}
      {outcome && (
        <Table
          caption="Differences between groups"
          heads={[
            'Groups by',
            'Real',
            'Synthetic',
            'Holdout',
            'Model on real',
            'Model on synthetic',
          ]}
          rows={groupings.map(({ columns, outcomeDifference: found, modelDifference: models }) => [
            columns.join(' × '),
            withInterval(found?.real),
            withInterval(found?.synthetic),
            withInterval(found?.holdout),
            withInterval(models?.real.rate),
            withInterval(models?.synthetic.rate),
          ])}
        />
      )}
      <div className="my-6 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-2">
        {fairnessPictures(fairness).map((picture) => (
          <DotChart key={picture.title} picture={picture} />
        ))}
      </div>
      {groupings.map((grouping) => (
        <Groups key={grouping.columns.join(' × ')} grouping={grouping} />
      ))}
    </>
  );
}
