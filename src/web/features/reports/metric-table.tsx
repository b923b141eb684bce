import type { QualityReport } from '../../data/report-document.ts';
import { formatCount } from '../../lib/format.ts';
import { type MetricRow, metricRows } from './metric-rows.ts';
import { formatShare, shareOrDash } from './verdicts.ts';

export function MetricTable({ quality }: { quality: QualityReport }) {
  const { real, synthetic, holdout, baseline } = quality.rows;
  const rows = metricRows(quality).toSorted((a, b) => gapOf(b) - gapOf(a));
  const least = Math.min(...rows.flatMap((row) => [row.synthetic, row.real ?? 1]));
  const from = Math.min(0.9, Math.floor(least * 10) / 10);
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-ink-soft">
        Higher is better, except for discriminator AUC, where 0.50 is best. The baseline is what
        held-out real rows get{baseline ? `, at ${formatCount(baseline)} rows` : ''}. Largest gap
        first.
      </p>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="[&>th]:border-b [&>th]:border-line [&>th]:py-2 [&>th]:font-normal">
            <th scope="col" className="label-caps">
              Metric
            </th>
            <th scope="col" className="label-caps w-[45%] px-4 max-sm:hidden">
              <span className="flex justify-between">
                <span>{from.toFixed(1)}</span>
                <span>1.0</span>
              </span>
            </th>
            <th scope="col" className="label-caps pl-4 text-right text-synthetic-text">
              Synthetic
            </th>
            <th scope="col" className="label-caps pl-4 text-right text-real">
              Holdout baseline
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-b border-line last:border-b-0">
              <td className="py-2.5 wrap-anywhere">{row.name}</td>
              <td className="px-4 max-sm:hidden">
                <GapBar row={row} from={from} />
              </td>
              <td className="pl-4 text-right">{formatShare(row.synthetic)}</td>
              <td className="pl-4 text-right text-ink-soft">{shareOrDash(row.real)}</td>
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

/** Returns the shortfall of a metric from its baseline. */
const gapOf = ({ synthetic, real, aim }: MetricRow): number =>
  real === null
    ? Number.NEGATIVE_INFINITY
    : aim === 'nearer to 0.50 is better'
      ? Math.abs(synthetic - 0.5) - Math.abs(real - 0.5)
      : real - synthetic;

const NOTABLE = 0.02;

function GapBar({ row, from }: { row: MetricRow; from: number }) {
  const at = (value: number) =>
    `${(100 * Math.min(1, Math.max(0, (value - from) / (1 - from)))).toFixed(1)}%`;
  const { synthetic, real } = row;
  const tone = gapOf(row) > NOTABLE ? 'var(--warning)' : 'var(--control)';
  return (
    <svg aria-hidden className="block h-4 w-full overflow-visible">
      <line x1="0" x2="100%" y1="8" y2="8" stroke="var(--line)" />
      {real !== null && (
        <>
          <line x1={at(synthetic)} x2={at(real)} y1="8" y2="8" stroke={tone} strokeWidth="3" />
          <circle cx={at(real)} cy="8" r="4.5" fill="var(--real)" />
        </>
      )}
      <circle
        cx={at(synthetic)}
        cy="8"
        r="4.5"
        fill="var(--surface)"
        stroke="var(--synthetic)"
        strokeWidth="2.5"
      />
    </svg>
  );
}
