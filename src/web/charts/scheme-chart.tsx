import type { DrawnScheme } from '../../shared/contracts/batches.ts';
import { formatAmount, formatDay } from '../lib/format.ts';
import { schemeLayout } from './scheme-layout.ts';
import { SidedPicture } from './sided-picture.tsx';

const LEFT = 130;
const RIGHT = 24;
const PAD = 12;
const WIDTH = 760;
const LANE = 26;
const MAX_RADIUS = 7;

/** Movements of one scheme: a lane for each account, an arrow for each payment, by time and size. */
export function SchemeChart({ scheme }: { scheme: DrawnScheme }) {
  const { lanes, marks, first, last } = schemeLayout(scheme);
  const height = lanes.length * LANE;
  const x = (at: number) => LEFT + PAD + at * (WIDTH - LEFT - PAD - RIGHT);
  const y = (lane: number) => (lane + 0.5) * LANE;
  const tone = scheme.kind === 'innocent' ? 'var(--synthetic)' : 'var(--danger)';
  return (
    <SidedPicture
      label={`Scheme ${scheme.scheme}`}
      width={WIDTH}
      height={height + 22}
      left={LEFT}
      side={lanes.map((lane, i) => (
        <text key={lane} x={LEFT - 8} y={y(i) + 4} fontSize="11" textAnchor="end" fill="var(--ink)">
          {lane}
        </text>
      ))}
    >
      {lanes.map((lane, i) => (
        <line key={lane} x1={LEFT} x2={WIDTH} y1={y(i)} y2={y(i)} stroke="var(--line)" />
      ))}
      <g fill={tone} stroke={tone}>
        {marks.map(({ x: at, from, to, size, amount, at: time }, i) => {
          const step = Math.sign(to - from) * 5;
          const [px, py] = [x(at), y(to)];
          return (
            <g key={`${time} ${i}`}>
              <title>{`${formatDay(time)}: ${formatAmount(amount)}, ${lanes[from]} to ${lanes[to]}`}</title>
              <circle cx={px} cy={y(from)} r={2 + size * MAX_RADIUS} fillOpacity=".35" />
              <path d={`M${px} ${y(from)}V${py}`} fill="none" />
              <path d={`M${px} ${py}l-3.5 ${-step}h7z`} />
            </g>
          );
        })}
      </g>
      <text x={LEFT} y={height + 16} fontSize="11" fill="var(--ink-soft)">
        {formatDay(first)}
      </text>
      <text x={WIDTH} y={height + 16} fontSize="11" textAnchor="end" fill="var(--ink-soft)">
        {formatDay(last)}
      </text>
    </SidedPicture>
  );
}
