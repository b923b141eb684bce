import { useQuery } from '@tanstack/react-query';
import { batchTitle, protectionOf } from '../../data/batch-facts.ts';
import { batchesQuery } from '../../data/batches.ts';
import { type BatchReport, reportQuery } from '../../data/reports.ts';
import { formatCount, formatScore, shortId } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { metricRows } from './metric-rows.ts';
import { formatShare, shareOrDash } from './verdicts.ts';

export function CompareBatches(props: {
  loaded: BatchReport;
  other: string | undefined;
  onOther: (batchId: string | undefined) => void;
}) {
  const { batch } = props.loaded;
  const all = useQuery(batchesQuery(null));
  const others = (all.data ?? []).filter(
    ({ batch_id, manifest_id, report_url }) =>
      batch_id !== batch.batch_id && manifest_id === batch.manifest_id && report_url !== null,
  );
  if (batch.manifest_id === null || others.length === 0) return <span />;
  return (
    <>
      <SelectField
        label="Compare with"
        value={props.other ?? ''}
        placeholder="Another batch of this dataset"
        options={others.map((other) => ({
          value: other.batch_id,
          label: `${batchTitle(other)} · ${formatCount(other.record_count)} rows · ${shortId(other.batch_id)}`,
        }))}
        onChange={(value) => props.onOther(value === '' ? undefined : value)}
      />
      {props.other !== undefined && (
        <SideBySide
          first={props.loaded}
          otherId={props.other}
          onClose={() => props.onOther(undefined)}
        />
      )}
    </>
  );
}

function SideBySide(props: { first: BatchReport; otherId: string; onClose: () => void }) {
  const { first } = props;
  const second = useQuery(reportQuery(props.otherId));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      width="wide"
      title="Two batches side by side"
      description="Metrics of both batches with the holdout baseline of the first. The better value is marked."
    >
      {second.data ? (
        <CompareTable first={first} second={second.data} />
      ) : second.isPending ? (
        <SkeletonRows rows={8} />
      ) : (
        <ErrorState
          title="The other batch could not be loaded"
          message="It belongs to another organization, or was deleted."
        />
      )}
    </Dialog>
  );
}

type Line = { name: string; values: [string, string]; baseline: string; better: 0 | 1 | null };

function linesOf(first: BatchReport, second: BatchReport): Line[] {
  const both = [first, second] as const;
  const score = (which: 'quality_score' | 'privacy_score', name: string): Line => {
    const [a, b] = both.map(({ batch }) => batch[which]);
    return {
      name,
      values: [a, b].map((value) => (value == null ? 'Not scored' : formatScore(value))) as [
        string,
        string,
      ],
      baseline: '',
      better: a == null || b == null || a === b ? null : a > b ? 0 : 1,
    };
  };
  const [mine, theirs] = both.map(({ report }) =>
    report?.quality ? metricRows(report.quality) : [],
  );
  const metrics = (mine ?? []).flatMap((row): Line[] => {
    const other = theirs?.find(({ key }) => key === row.key);
    if (!other) return [];
    const distance = (value: number) =>
      row.aim === 'higher is better' ? -value : Math.abs(value - 0.5);
    const [a, b] = [distance(row.synthetic), distance(other.synthetic)];
    return [
      {
        name: row.name,
        values: [formatShare(row.synthetic), formatShare(other.synthetic)],
        baseline: shareOrDash(row.real),
        better: Math.abs(a - b) < 0.005 ? null : a < b ? 0 : 1,
      },
    ];
  });
  return [
    {
      name: 'Protection',
      values: both.map(({ batch }) => protectionOf(batch) ?? '–') as [string, string],
      baseline: '',
      better: null,
    },
    {
      name: 'Rows',
      values: both.map(({ batch }) => formatCount(batch.record_count)) as [string, string],
      baseline: '',
      better: null,
    },
    score('quality_score', 'Quality Score'),
    score('privacy_score', 'Privacy Score'),
    ...metrics,
  ];
}

function CompareTable({ first, second }: { first: BatchReport; second: BatchReport }) {
  return (
    <ScrollFrame label="Comparison of two batches">
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="[&>th]:border-b [&>th]:border-line [&>th]:py-2 [&>th]:font-normal">
            <th scope="col" className="label-caps">
              Metric
            </th>
            {[first, second].map(({ batch }) => (
              <th key={batch.batch_id} scope="col" className="pl-4 text-right align-bottom">
                <span className="wrap-anywhere">{batchTitle(batch)}</span>{' '}
                <code className="font-mono text-xs text-ink-soft">{shortId(batch.batch_id)}</code>
              </th>
            ))}
            <th scope="col" className="label-caps pl-4 text-right">
              Holdout baseline
            </th>
          </tr>
        </thead>
        <tbody>
          {linesOf(first, second).map((line) => (
            <tr key={line.name} className="border-b border-line last:border-b-0">
              <td className="min-w-24 py-2">{line.name}</td>
              {line.values.map((value, i) => (
                <td key={i} className={`pl-4 text-right ${line.better === i ? 'text-good' : ''}`}>
                  {value}
                  {line.better === i && <span className="sr-only"> (better)</span>}
                  {line.better === i && <span aria-hidden> ✓</span>}
                </td>
              ))}
              <td className="pl-4 text-right text-ink-soft">{line.baseline}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
