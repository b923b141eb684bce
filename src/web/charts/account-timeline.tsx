import type { ReactNode } from 'react';
import type { DrawnAccount } from '../../shared/contracts/batches.ts';
import { formatAmount, formatDay } from '../lib/format.ts';
import { positionOn, ticksOf } from './axis-ticks.ts';
import { SidedPicture } from './sided-picture.tsx';

const LEFT = 96;
const WIDTH = 760;
const HEIGHT = 180;
const LANE = 18;
const MAX_LANES = 8;
const MAX_KINDS = 6;
const LETTERS = 15;
const DAY = 86_400_000;
const OTHER = 'other';

/** Marks that are distinct without color, at a point. */
const MARKS: ((x: number, y: number) => ReactNode)[] = [
  (x, y) => <circle cx={x} cy={y} r="3.5" />,
  (x, y) => <rect x={x - 3} y={y - 3} width="6" height="6" />,
  (x, y) => <path d={`M${x} ${y - 4.5}L${x + 4.5} ${y + 3.5}H${x - 4.5}Z`} />,
  (x, y) => <path d={`M${x} ${y - 4.5}L${x + 4.5} ${y}L${x} ${y + 4.5}L${x - 4.5} ${y}Z`} />,
  (x, y) => <path d={`M${x} ${y + 4.5}L${x + 4.5} ${y - 3.5}H${x - 4.5}Z`} />,
  (x, y) => <circle cx={x} cy={y} r="3" fillOpacity="0" />,
  (x, y) => <path d={`M${x - 3.5} ${y - 3.5}l7 7m0-7l-7 7`} />,
];

/** Most frequent kinds, then one for the others. */
function kindsOf(timeline: DrawnAccount['timeline']): { name: string; rows: number }[] {
  const counts = new Map<string, number>();
  for (const { kind } of timeline) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const sorted = [...counts]
    .map(([name, rows]) => ({ name, rows }))
    .toSorted((a, b) => b.rows - a.rows);
  const shown = sorted.slice(0, MAX_KINDS);
  const rest = sorted.slice(MAX_KINDS).reduce((sum, { rows }) => sum + rows, 0);
  return rest === 0 ? shown : [...shown, { name: OTHER, rows: rest }];
}

const short = (name: string) => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name);

/** Balance of one account over time, a mark for each row by its kind, a lane for each series. */
export function AccountTimeline(props: {
  drawn: DrawnAccount;
  origin?: 'real' | 'synthetic';
  /** Rows of the file to mark as odd. */
  marked?: readonly number[];
}) {
  const { drawn, origin = 'synthetic' } = props;
  const tone = `var(--${origin})`;
  const odd = new Set(props.marked);
  const { timeline, recurring, level } = drawn;
  const kinds = kindsOf(timeline);
  const days = timeline.map(({ at }) => Date.parse(at) / DAY);
  const levels = timeline.flatMap((row) => (row.level === null ? [] : [row.level]));
  const time = { kind: 'datetime', scale: 'linear', edges: [days[0]!, days.at(-1)! + 1] } as const;
  const money = {
    kind: 'number',
    scale: 'linear',
    edges: [Math.min(0, ...levels), Math.max(1, ...levels)],
  } as const;
  const along = positionOn(time, WIDTH - LEFT - 8);
  const up = positionOn(money, HEIGHT - 16);
  const x = (row: number) => LEFT + along(days[row]!);
  const y = (value: number) => HEIGHT - 4 - up(value);
  const lanes = recurring.slice(0, MAX_LANES);
  const floor = HEIGHT + 6 + lanes.length * LANE;
  const laneAt = (lane: number) => HEIGHT + 6 + (lane + 0.5) * LANE;
  const levelTicks = ticksOf(money, HEIGHT - 16);
  const line = timeline
    .flatMap((row, i) =>
      row.level === null ? [] : [`H${x(i).toFixed(1)}V${y(row.level).toFixed(1)}`],
    )
    .join('')
    .replace(/^H([\d.]+)V/, 'M$1 ');
  const markOf = (kind: string) => {
    const at = kinds.findIndex(({ name }) => name === kind);
    return MARKS[at < 0 ? kinds.length - 1 : at]!;
  };
  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
        <span className="text-ink">{level ?? 'Sum of amounts'}</span>
        {kinds.map(({ name, rows }, i) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <svg width="12" height="12" aria-hidden="true">
              <g fill={tone} stroke={tone}>
                {MARKS[i]!(6, 6)}
              </g>
            </svg>
            {name === '' ? 'no kind' : name} ({rows})
          </span>
        ))}
        {odd.size > 0 && (
          <span className="inline-flex items-center gap-1.5 text-danger">
            <svg width="14" height="14" aria-hidden="true">
              <circle cx="7" cy="7" r="6" fill="none" stroke="var(--danger)" strokeWidth="2" />
            </svg>
            flagged ({timeline.filter(({ row }) => odd.has(row)).length})
          </span>
        )}
      </figcaption>
      <SidedPicture
        label={`Timeline of ${drawn.account}`}
        width={WIDTH}
        height={floor + 20}
        left={LEFT}
        side={
          <g fontSize="11" textAnchor="end">
            {levelTicks.map(({ at, text }) => (
              <text key={text} x={LEFT - 6} y={HEIGHT - at} fill="var(--ink-soft)">
                {text}
              </text>
            ))}
            {lanes.map(({ name, amount }, lane) => (
              <text
                key={`${name} ${Math.sign(amount)}`}
                x={LEFT - 6}
                y={laneAt(lane) + 4}
                fill="var(--ink)"
              >
                <title>{name}</title>
                {short(name)}
              </text>
            ))}
          </g>
        }
      >
        {levelTicks.map(({ at, text }) => (
          <line
            key={text}
            x1={LEFT}
            x2={WIDTH}
            y1={HEIGHT - 4 - at}
            y2={HEIGHT - 4 - at}
            stroke="var(--line)"
          />
        ))}
        <path
          d={line}
          fill="none"
          stroke={tone}
          strokeWidth="1.5"
          strokeDasharray={origin === 'synthetic' ? '5 2.5' : undefined}
        />
        <g fill={tone} stroke={tone}>
          {timeline.map((row, i) => (
            <g key={`${row.at} ${i}`}>
              <title>{`${formatDay(row.at)}: ${row.kind} ${formatAmount(row.amount)}, row ${row.row}`}</title>
              {markOf(row.kind)(x(i), y(row.level ?? 0))}
              {odd.has(row.row) && (
                <circle
                  cx={x(i)}
                  cy={y(row.level ?? 0)}
                  r="8"
                  fill="none"
                  stroke="var(--danger)"
                  strokeWidth="2"
                />
              )}
            </g>
          ))}
        </g>
        {lanes.map(({ name, amount, rows }, lane) => (
          <g key={`${name} ${Math.sign(amount)}`}>
            <line x1={LEFT} x2={WIDTH} y1={laneAt(lane)} y2={laneAt(lane)} stroke="var(--line)" />
            <path
              d={rows.map((row) => `M${x(row).toFixed(1)} ${laneAt(lane) - 5}v10`).join('')}
              stroke="var(--ink)"
              strokeWidth="2"
            />
          </g>
        ))}
        {ticksOf(time, WIDTH - LEFT - 8).map(({ at, text }, i) => (
          <text
            key={`${i} ${text}`}
            x={LEFT + at}
            y={floor + 14}
            fontSize="11"
            textAnchor={(['start', 'middle', 'end'] as const)[i] ?? 'middle'}
            fill="var(--ink-soft)"
          >
            {text}
          </text>
        ))}
      </SidedPicture>
    </figure>
  );
}
