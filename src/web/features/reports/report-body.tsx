import type { ReactNode } from 'react';
import { IntervalBar } from '../../ui/charts/interval-bar.tsx';
import { OverlayChart } from '../../ui/charts/overlay-chart.tsx';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { DEFINITIONS } from './definitions.ts';
import {
  attackVerdict,
  formatShare,
  type MetricRow,
  metricRows,
  type ReportDocument,
} from './report-document.ts';

const AIM: Record<MetricRow['better'], string> = {
  higher: 'higher is better',
  lower: 'lower is better',
  half: 'nearer to 0.50 is better',
};

function Part(props: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={props.id} className="border-b border-line py-8">
      <h2 id={props.id} className="mb-4 text-lg">
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

/** Metric by metric, each beside what real data would get; then what was not measured. */
export function ReportBody({ report }: { report: ReportDocument }) {
  const { privacy } = report;
  return (
    <>
      <Part id="quality" title="How like the original">
        <MetricTable rows={metricRows(report.quality)} />
      </Part>
      {report.columns && report.columns.length > 0 && (
        <Part id="columns" title="Column by column">
          <p className="mb-5 flex flex-wrap gap-6">
            <OriginMark origin="real" />
            <OriginMark origin="synthetic" />
          </p>
          <div className="grid gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
            {report.columns.map((column) => (
              <OverlayChart
                key={column.name}
                title={column.name}
                note={
                  column.score === undefined ? undefined : `likeness ${formatShare(column.score)}`
                }
                bins={column.bins}
              />
            ))}
          </div>
        </Part>
      )}
      {privacy && (
        <Part id="privacy" title="What could be learnt about real people">
          {privacy.copies && (
            <p className="mb-6 max-w-[72ch]">
              {formatShare(privacy.copies.train)} of the synthetic rows equal a training row, and{' '}
              {formatShare(privacy.copies.holdout)} equal a held-out row (p ={' '}
              {privacy.copies.pValue.toPrecision(3)}).
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
                    control={attack.control}
                    baseline={attack.baseline}
                  />
                </li>
              );
            })}
          </ul>
        </Part>
      )}
      <Part id="not-measured" title="Not measured">
        {report.notMeasured && report.notMeasured.length > 0 ? (
          <ul className="max-w-[72ch] list-disc space-y-1.5 pl-5">
            {report.notMeasured.map((one) => (
              <li key={one.name}>
                {one.name}: {one.reason}
                {one.n === undefined ? '' : ` (n = ${one.n})`}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">Everything this report knows of was measured.</p>
        )}
      </Part>
      <details className="py-6">
        <summary className="link min-h-6">What these figures mean</summary>
        <dl className="mt-4 max-w-[72ch] space-y-3">
          {DEFINITIONS.map((one) => (
            <div key={one.key}>
              <dt className="figure-serif">{one.term}</dt>
              <dd className="text-ink-soft">{one.text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function MetricTable({ rows }: { rows: readonly MetricRow[] }) {
  return (
    <table className="w-full max-w-3xl border-collapse text-left">
      <thead>
        <tr>
          {['Metric', 'Synthetic', 'Real data would get'].map((name, i) => (
            <th
              key={name}
              scope="col"
              className={`label-caps border-b border-line py-2 font-normal ${i > 0 ? 'pl-4 text-right' : ''}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="border-b border-line last:border-b-0">
            <td className="py-2.5">
              {row.name} <span className="block text-xs text-ink-soft">{AIM[row.better]}</span>
            </td>
            <td className="pl-4 text-right">{formatShare(row.synthetic)}</td>
            <td className="pl-4 text-right text-ink-soft">
              {row.real === null ? '–' : formatShare(row.real)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
