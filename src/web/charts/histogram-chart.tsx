import type { ReactNode } from 'react';
import { type HistogramAxis, positionOn, ticksOf } from './axis-ticks.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { Bin } from './overlay-bins.ts';

const WIDTH = 320;
const HEIGHT = 112;
const TOP = 14;

const percent = (share: number | null) =>
  share === null ? 'left out' : `${(share * 100).toFixed(1)}%`;

export function HistogramChart(props: {
  title: string;
  note?: ReactNode;
  axis: HistogramAxis;
  /** One bin for each interval of the axis, then missing values. */
  bins: readonly Bin[];
}) {
  const { axis } = props;
  const pieces = axis.edges.length - 1;
  const bins = props.bins.slice(0, pieces);
  const missing = props.bins[pieces];
  const x = positionOn(axis, WIDTH);
  const most = Math.max(1e-9, ...bins.flatMap((bin) => [bin.real ?? 0, bin.synthetic ?? 0]));
  const y = (share: number) => HEIGHT - (share / most) * (HEIGHT - TOP);
  const from = (bin: number) => x(axis.edges[bin] ?? 0);
  const outline = bins
    .map((bin, i) => {
      const level = y(bin.synthetic ?? 0).toFixed(1);
      return `${i === 0 ? `M0 ${HEIGHT}V${level}` : `V${level}`}H${from(i + 1).toFixed(1)}`;
    })
    .join('');
  const hasMissing = missing && ((missing.real ?? 0) > 0 || (missing.synthetic ?? 0) > 0);
  return (
    <ChartFrame
      title={props.title}
      note={
        <>
          {props.note}
          {axis.scale === 'log' && (props.note ? ' · log scale' : 'log scale')}
          {hasMissing &&
            ` · missing: real ${percent(missing.real)}, synthetic ${percent(missing.synthetic)}`}
        </>
      }
      header={['', 'Real', 'Synthetic']}
      rows={props.bins.map((bin) => [bin.label, percent(bin.real), percent(bin.synthetic)])}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 20}`} className="w-full" role="presentation">
        <text x={WIDTH} y={10} fontSize="11" textAnchor="end" fill="var(--ink-soft)">
          {`${(most * 100).toFixed(most < 0.1 ? 1 : 0)}%`}
        </text>
        <line x1="0" x2={WIDTH - 34} y1={TOP} y2={TOP} stroke="var(--line)" />
        {bins.map((bin, i) => (
          <rect
            key={bin.label}
            x={from(i) + 0.5}
            y={y(bin.real ?? 0)}
            width={Math.max(0.5, from(i + 1) - from(i) - 1)}
            height={HEIGHT - y(bin.real ?? 0)}
            fill="var(--real)"
            opacity="0.6"
          >
            <title>{`${bin.label}: real ${percent(bin.real)}, synthetic ${percent(bin.synthetic)}`}</title>
          </rect>
        ))}
        <path
          d={`${outline}V${HEIGHT}`}
          fill="none"
          stroke="var(--synthetic)"
          strokeWidth="2"
          strokeDasharray="5 2.5"
        />
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} stroke="var(--control)" />
        {ticksOf(axis, WIDTH).map(({ at, text }) => (
          <g key={text}>
            <line x1={at} x2={at} y1={HEIGHT} y2={HEIGHT + 4} stroke="var(--control)" />
            <text
              x={at}
              y={HEIGHT + 16}
              fontSize="11"
              textAnchor={at < 16 ? 'start' : at > WIDTH - 16 ? 'end' : 'middle'}
              fill="var(--ink-soft)"
            >
              {text}
            </text>
          </g>
        ))}
      </svg>
    </ChartFrame>
  );
}
