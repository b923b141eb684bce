import {
  type PictureFigures,
  pictureTable,
  SIDE_NAMES,
} from '../../shared/report-sentences/picture-table.ts';
import { positionOn, ticksOf } from './axis-ticks.ts';
import { ChartFrame } from './chart-frame.tsx';
import { TONES } from './picture-tones.ts';

type Fan = Extract<PictureFigures, { kind: 'fan' }>;

const LEFT = 46;
const WIDTH = 320;
const HEIGHT = 130;
/** Bands by their lower and upper quantile, outermost first. */
const BANDS = [
  [0, 4],
  [1, 3],
] as const;
const MEDIAN = 2;

/** Quantiles over time, one panel a side with the same axis: bands around the median. */
export function FanChart({ picture, ...text }: { picture: Fan; title: string; note: string }) {
  const all = picture.sides
    .flatMap(({ values }) => values.flat())
    .filter((value): value is number => value !== null);
  const edges = [Math.min(0, ...all), Math.max(...all, 1)];
  return (
    <ChartFrame {...text} {...pictureTable(picture)}>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {picture.sides.map((side) => (
          <div key={side.side}>
            <p className="mb-1 text-xs">{SIDE_NAMES[side.side]}</p>
            <Panel side={side} steps={picture.steps} edges={edges} />
          </div>
        ))}
      </div>
    </ChartFrame>
  );
}

function Panel(props: { side: Fan['sides'][number]; steps: string[]; edges: number[] }) {
  const { side, steps } = props;
  const axis = { kind: 'number', scale: 'linear', edges: props.edges } as const;
  const level = positionOn(axis, HEIGHT - 8);
  const y = (value: number) => HEIGHT - level(value);
  const x = (step: number) => LEFT + (step / Math.max(1, steps.length - 1)) * (WIDTH - LEFT - 2);
  const points = (quantile: number) =>
    (side.values[quantile] ?? []).flatMap((value, step) =>
      value === null ? [] : [`${x(step).toFixed(1)},${y(value).toFixed(1)}`],
    );
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 18}`} className="w-full" role="presentation">
      {ticksOf(axis, HEIGHT - 8).map(({ at, text }) => (
        <g key={text}>
          <line x1={LEFT} x2={WIDTH} y1={HEIGHT - at} y2={HEIGHT - at} stroke="var(--line)" />
          <text
            x={LEFT - 4}
            y={HEIGHT - at + 4}
            fontSize="10"
            textAnchor="end"
            fill="var(--ink-soft)"
          >
            {text}
          </text>
        </g>
      ))}
      {BANDS.map(([low, high]) => (
        <polygon
          key={low}
          points={[...points(low), ...points(high).reverse()].join(' ')}
          fill={TONES[side.side]}
          opacity="0.28"
        />
      ))}
      <polyline
        points={points(MEDIAN).join(' ')}
        fill="none"
        stroke={TONES[side.side]}
        strokeWidth="2"
        strokeDasharray={side.side === 'synthetic' ? '5 2.5' : undefined}
      />
      <text x={LEFT} y={HEIGHT + 14} fontSize="10" fill="var(--ink-soft)">
        {steps[0]}
      </text>
      <text x={WIDTH} y={HEIGHT + 14} fontSize="10" textAnchor="end" fill="var(--ink-soft)">
        {steps.at(-1)}
      </text>
    </svg>
  );
}
