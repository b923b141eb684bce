import type { QualityReport } from '../../data/report-document.ts';
import { formatCount } from '../../lib/format.ts';
import { metricRows } from './metric-rows.ts';
import { formatShare } from './verdicts.ts';

/** Each quality metric beside what held-out real rows get. */
export function MetricTable({ quality }: { quality: QualityReport }) {
  const { real, synthetic, holdout } = quality.rows;
  return (
    <>
      <table className="w-full max-w-3xl border-collapse text-left">
        <thead>
          <tr>
            {['Metric', 'Synthetic', 'Real data gets'].map((name, i) => (
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
          {metricRows(quality).map((row) => (
            <tr key={row.key} className="border-b border-line last:border-b-0">
              <td className="py-2.5">
                {row.name} <span className="block text-xs text-ink-soft">{row.aim}</span>
              </td>
              <td className="pl-4 text-right">{formatShare(row.synthetic)}</td>
              <td className="pl-4 text-right text-ink-soft">
                {row.real === null ? '–' : formatShare(row.real)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-xs text-ink-soft">
        n = {formatCount(real)} real, {formatCount(synthetic)} synthetic
        {holdout === null ? ', no rows held out' : `, ${formatCount(holdout)} held out`}
      </p>
    </>
  );
}
