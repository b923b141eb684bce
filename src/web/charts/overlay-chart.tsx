import type { ReactNode } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import { type Bin, binLabels, shownBins } from './overlay-bins.ts';

const WIDTH = 320;
const HEIGHT = 120;
const percent = (share: number | null) =>
  share === null ? 'left out' : `${(share * 100).toFixed(1)}%`;

/** Distribution of a column: real as solid bars, synthetic as a dashed outline; y is the share. */
export function OverlayChart(props: {
  title: string;
  note?: ReactNode;
  /** Shares; null if too few rows are behind one to disclose it. */
  bins: readonly Bin[];
  /** Drawn below the bars. */
  children?: ReactNode;
  /** Rows of the table; by default those of the bins. */
  rows?: readonly string[][];
}) {
  const bins = shownBins(props.bins);
  const step = (WIDTH - 2) / Math.max(1, bins.length);
  const bandwidth = step * (bins.length > 1 ? 0.88 : 1);
  const x = (bin: number) => 1 + bin * step;
  const most = Math.max(1e-9, ...bins.flatMap((bin) => [bin.real ?? 0, bin.synthetic ?? 0]));
  const y = (share: number) => HEIGHT - (share / most) * (HEIGHT - 4);
  const outline = bins
    .map((bin, i) => {
      const level = y(bin.synthetic ?? 0).toFixed(1);
      return `V${level}H${x(i).toFixed(1)}V${level}H${(x(i) + bandwidth).toFixed(1)}`;
    })
    .join('');
  return (
    <ChartFrame
      title={props.title}
      note={props.note}
      header={['', 'Real', 'Synthetic']}
      rows={props.rows ?? bins.map((bin) => [bin.label, percent(bin.real), percent(bin.synthetic)])}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 18}`} className="w-full" role="presentation">
        {bins.map((bin, i) => (
          <rect
            key={bin.label}
            x={x(i)}
            y={y(bin.real ?? 0)}
            width={bandwidth}
            height={HEIGHT - y(bin.real ?? 0)}
            fill="var(--real)"
            opacity="0.75"
          >
            <title>{`${bin.label}: real ${percent(bin.real)}, synthetic ${percent(bin.synthetic)}`}</title>
          </rect>
        ))}
        <path
          d={`M1 ${HEIGHT}${outline}V${HEIGHT}`}
          fill="none"
          stroke="var(--synthetic)"
          strokeWidth="2"
          strokeDasharray="5 2.5"
        />
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} stroke="var(--control)" />
        {binLabels(bins, WIDTH).map(({ bin, text, anchor }) => {
          const left = x(bin);
          const at = { start: left, middle: left + bandwidth / 2, end: WIDTH }[anchor];
          return (
            <text
              key={bin}
              x={at}
              y={HEIGHT + 14}
              fontSize="11"
              textAnchor={anchor}
              fill="var(--ink-soft)"
            >
              {text}
            </text>
          );
        })}
      </svg>
      {props.children}
    </ChartFrame>
  );
}
