import { useId } from 'react';
import type { OpenCaseAnswer } from '../../shared/contracts/cases.ts';
import { formatAmount, formatDay } from '../lib/format.ts';
import type { Point } from './network-layout.ts';
import type { NetworkView } from './use-network-view.ts';

type Network = OpenCaseAnswer['network'];

const RADIUS = 7;
/** Labels of more arrows or accounts would cover each other. */
const MAX_LABELS = 20;
const NAME_WIDTH = 28;
const BEND = 16;

const shortName = (name: string) => (name.length > 12 ? `…${name.slice(-10)}` : name);

/** Curve from one account to another; further arrows of the same pair bend more. */
function curveOf(a: Point, b: Point, turn: number, radius: number) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const unit = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const bend = BEND * (turn + 1);
  const middle = { x: (a.x + b.x) / 2 - unit.y * bend, y: (a.y + b.y) / 2 + unit.x * bend };
  const end = (from: Point) => {
    const far = Math.hypot(middle.x - from.x, middle.y - from.y) || 1;
    const gap = radius / far;
    return { x: from.x + (middle.x - from.x) * gap, y: from.y + (middle.y - from.y) * gap };
  };
  const [start, stop] = [end(a), end(b)];
  return {
    path: `M${start.x.toFixed(1)} ${start.y.toFixed(1)}Q${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${stop.x.toFixed(1)} ${stop.y.toFixed(1)}`,
    label: { x: (a.x + b.x) / 4 + middle.x / 2, y: (a.y + b.y) / 4 + middle.y / 2 },
  };
}

export function NetworkPicture(props: { network: Network; step: number; view: NetworkView }) {
  const { network, step, view } = props;
  const marker = useId();
  const size = 1 / view.scale;
  const turns = new Map<string, number>();
  const arrows = network.transfers.map((transfer, i) => {
    const pair = `${transfer.from} ${transfer.to}`;
    const turn = turns.get(pair) ?? 0;
    turns.set(pair, turn + 1);
    const [a, b] = [view.placeOf(transfer.from), view.placeOf(transfer.to)];
    return { transfer, i, ...curveOf(a, b, turn, (RADIUS + 2) * size) };
  });
  const ends = network.transfers[step];
  const isNamed = (node: number) =>
    network.accounts.length * NAME_WIDTH <= view.width ||
    node === 0 ||
    node === ends?.from ||
    node === ends?.to;
  return (
    <svg
      ref={view.frame}
      viewBox={view.box}
      height={view.height}
      className="block w-full cursor-grab touch-pan-y select-none"
      role="presentation"
      onPointerDown={view.onDown(null)}
      onPointerMove={view.onMove}
      onPointerUp={view.onUp}
      onPointerCancel={view.onUp}
    >
      <defs>
        {['--ink-soft', '--danger'].map((tone) => (
          <marker
            key={tone}
            id={`${marker}${tone}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="6"
            markerHeight="6"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8Z" fill={`var(${tone})`} />
          </marker>
        ))}
      </defs>
      {arrows.map(({ transfer, i, path }) => (
        <Arrow
          key={i}
          {...{ transfer, path, marker, size }}
          isShown={step < 0 || i <= step}
          isLast={i === step}
        />
      ))}
      {network.accounts.map((name, node) => (
        <Account
          key={name}
          {...{ name, size }}
          at={view.placeOf(node)}
          isSubject={node === 0}
          isNamed={isNamed(node)}
          onDown={view.onDown(node)}
        />
      ))}
      {arrows
        .filter(({ i }) => i === step || (step < 0 && arrows.length <= MAX_LABELS))
        .map(({ transfer, i, label }) => (
          <Label key={i} {...{ transfer, size }} at={label} number={i + 1} isFull={i === step} />
        ))}
    </svg>
  );
}

type Transfer = Network['transfers'][number];

function Arrow(props: {
  transfer: Transfer;
  path: string;
  marker: string;
  size: number;
  isShown: boolean;
  isLast: boolean;
}) {
  const tone = props.transfer.flagged ? '--danger' : '--ink-soft';
  return (
    <path
      d={props.path}
      fill="none"
      stroke={`var(${tone})`}
      strokeWidth={(props.isLast ? 3.5 : props.transfer.flagged ? 2 : 1) * props.size}
      opacity={props.isShown ? 1 : 0.12}
      markerEnd={`url(#${props.marker}${tone})`}
    />
  );
}

function Account(props: {
  name: string;
  at: Point;
  size: number;
  isSubject: boolean;
  isNamed: boolean;
  onDown: (event: React.PointerEvent<SVGElement>) => void;
}) {
  const { at, size } = props;
  return (
    <g onPointerDown={props.onDown} className="cursor-move">
      <title>{props.name}</title>
      <circle
        cx={at.x}
        cy={at.y}
        r={(props.isSubject ? RADIUS + 2 : RADIUS) * size}
        fill={props.isSubject ? 'var(--warning)' : 'var(--action)'}
        stroke="var(--surface)"
        strokeWidth={1.5 * size}
      />
      {props.isNamed && (
        <text
          x={at.x}
          y={at.y + 20 * size}
          fontSize={11 * size}
          textAnchor="middle"
          fill="var(--ink)"
          stroke="var(--sunk)"
          strokeWidth={3 * size}
          paintOrder="stroke"
        >
          {shortName(props.name)}
        </text>
      )}
    </g>
  );
}

function Label(props: {
  transfer: Transfer;
  at: Point;
  size: number;
  number: number;
  isFull: boolean;
}) {
  const { at, amount } = props.transfer;
  const day = at === null ? '' : formatDay(at);
  const money = amount === null ? '' : formatAmount(amount);
  return (
    <text
      x={props.at.x}
      y={props.at.y}
      fontSize={11 * props.size}
      fontWeight={props.isFull ? 600 : 400}
      textAnchor="middle"
      fill={props.transfer.flagged ? 'var(--danger)' : 'var(--ink)'}
      stroke="var(--sunk)"
      strokeWidth={3 * props.size}
      paintOrder="stroke"
      pointerEvents="none"
    >
      <tspan x={props.at.x}>{`${props.number}: ${money}`}</tspan>
      <tspan x={props.at.x} dy={12 * props.size}>
        {day}
      </tspan>
    </text>
  );
}
