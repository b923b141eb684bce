import type { ReactNode } from 'react';
import type { PublishedScores } from '../../../shared/contracts/alert-scores.ts';
import type { AlertScore } from '../../data/alert-scores.ts';
import { formatAmount, formatCount } from '../../lib/format.ts';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { ReportRow, ReportTable } from './report-table.tsx';

type Share = PublishedScores['precision'];
type Group = PublishedScores['typologies'][number];

const percent = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)}%`);
const withInterval = ({ value, low, high }: { [Key in 'value' | 'low' | 'high']: number | null }) =>
  `${percent(value)} (${percent(low)} to ${percent(high)})`;
const counted = (share: Share) => `${Math.round(share.count)} of ${share.of}`;
const daysOf = (days: number | null) => (days === null ? 'not found' : days.toFixed(1));
const moneyOf = (value: number | null) => (value === null ? '–' : formatAmount(value));

const FINDINGS: Record<PublishedScores['findings'][number]['kind'], string> = {
  'unknown-id': 'ids name no row of this batch; they count as false alerts',
  'repeated-id': 'ids are repeated; the highest score counts',
  'before-the-fact': 'alerts were raised before the date of their row',
  'equals-the-label': 'scores reproduce the label',
};

/** Cells that stay readable on narrow pages, where the table scrolls. */
const WIDE = '[&_td]:min-w-24 [&_td:first-child]:min-w-28';

function Part(props: { title: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <section aria-label={props.title} className="mt-7">
      <h3 className="figure-serif mb-1">{props.title}</h3>
      <ScrollFrame label={`Table: ${props.title}`} className={WIDE}>
        <ReportTable heads={props.heads}>{props.children}</ReportTable>
      </ScrollFrame>
    </section>
  );
}

const GROUP_HEADS = ['Recall of rows', 'Schemes', 'Accounts', 'Money found', 'Days to detection'];

const groupRow = (group: Group) => (
  <ReportRow
    key={group.name}
    name={group.name}
    figures={[
      `${counted(group.recall)}, ${withInterval(group.recall)}`,
      counted(group.schemes),
      counted(group.accounts),
      `${moneyOf(group.moneyFound)} of ${moneyOf(group.money)}`,
      daysOf(group.medianDays),
    ]}
  />
);

/** Figures of one list of alerts: totals, by typology and hop, at capacity, against others. */
export function AlertScoreDetails({ score: { system, scores } }: { score: AlertScore }) {
  const { accounts, money } = scores;
  return (
    <>
      {scores.findings.map(({ kind, alerts, examples }) => (
        <p key={kind} className="mt-5 border-l-2 border-warning pl-4">
          {formatCount(alerts)} {FINDINGS[kind]}, such as {examples.join(', ')}.
        </p>
      ))}
      <Part title={`${system}: all alerts`} heads={['Of', 'Precision', 'Recall']}>
        <ReportRow
          name="Rows"
          figures={[withInterval(scores.precision), withInterval(scores.recall)]}
        />
        <ReportRow
          name="Accounts"
          figures={[withInterval(accounts.precision), withInterval(accounts.recall)]}
        />
        <ReportRow
          name="Money"
          figures={[withInterval(money.precision), withInterval(money.recall)]}
        />
        <ReportRow name="Schemes" figures={['–', withInterval(scores.schemes)]} />
      </Part>
      <Part title="By typology" heads={['Typology', ...GROUP_HEADS]}>
        {scores.typologies.map(groupRow)}
      </Part>
      {scores.hops.length > 0 && (
        <Part title="By hop" heads={['Hop', ...GROUP_HEADS]}>
          {scores.hops.map(groupRow)}
        </Part>
      )}
      {scores.lookAlikes.length > 0 && (
        <Part title="Honest rows that look like crime" heads={['Kind', 'Alerted']}>
          {scores.lookAlikes.map(({ name, alerted }) => (
            <ReportRow key={name} name={name} figures={[counted(alerted)]} />
          ))}
        </Part>
      )}
      <Part
        title="At capacity"
        heads={['Alerts reviewed', 'Positive rows', 'Schemes', 'Money found', 'Cost']}
      >
        {scores.capacities.map((at) => (
          <ReportRow
            key={at.capacity}
            name={formatCount(at.capacity)}
            figures={[
              formatCount(at.found),
              formatCount(at.schemes),
              moneyOf(at.moneyFound),
              moneyOf(at.cost),
            ]}
          />
        ))}
      </Part>
      <Part
        title="As many alerts by others"
        heads={['Alerts by', 'Precision', 'Recall', 'Average precision']}
      >
        <ReportRow
          name={<strong>{system}</strong>}
          figures={[
            percent(scores.precision.value),
            percent(scores.recall.value),
            (scores.averagePrecision.value ?? 0).toFixed(3),
          ]}
        />
        {scores.baselines.map((other) => (
          <ReportRow
            key={other.name}
            name={other.name}
            figures={[
              percent(other.precision.value),
              percent(other.recall.value),
              other.averagePrecision.toFixed(3),
            ]}
          />
        ))}
      </Part>
    </>
  );
}
