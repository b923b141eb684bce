import type { ReactNode } from 'react';

const WIDTH = 600;
const TONE = { good: 'text-good', open: 'text-ink-soft', bad: 'text-danger' };

export function IntervalBar(props: {
  title: string;
  note: string;
  tone: keyof typeof TONE;
  value: number;
  low: number;
  high: number;
  line: number;
  most: number;
  children: ReactNode;
}) {
  const x = (value: number) => Math.min(1, Math.max(0, value / props.most)) * WIDTH;
  return (
    <figure>
      <figcaption className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="figure-serif">{props.title}</span>
        <span className={TONE[props.tone]}>{props.note}</span>
      </figcaption>
      <svg
        viewBox={`0 -2 ${WIDTH} 30`}
        className="h-8 w-full"
        preserveAspectRatio="none"
        role="presentation"
      >
        <line x1="0" x2={WIDTH} y1="13" y2="13" stroke="var(--line)" strokeWidth="8" />
        <line
          x1={x(props.low)}
          x2={x(props.high)}
          y1="13"
          y2="13"
          stroke="var(--action)"
          strokeWidth="8"
          strokeOpacity="0.45"
        />
        <line
          x1={Math.max(0, x(props.value) - 1.5)}
          x2={x(props.value) + 1.5}
          y1="13"
          y2="13"
          stroke="var(--action)"
          strokeWidth="20"
        />
        <line
          x1={x(props.line)}
          x2={x(props.line)}
          y1="0"
          y2="26"
          stroke="var(--danger)"
          strokeWidth="2"
          strokeDasharray="3 3"
        />
      </svg>
      <Axis line={props.line} most={props.most} />
      <p className="text-xs text-ink-soft">{props.children}</p>
    </figure>
  );
}

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;

/** Ends of the axis and the limit, below the bar. */
function Axis({ line, most }: { line: number; most: number }) {
  return (
    <p
      aria-hidden
      className="relative mb-1 flex h-4 justify-between text-xs leading-4 text-ink-soft"
    >
      <span>0%</span>
      <span
        className="absolute -translate-x-1/2 whitespace-nowrap text-danger"
        style={{ left: `${(100 * line) / most}%` }}
      >
        limit {percent(line)}
      </span>
      {line / most < 0.85 && <span>{percent(most)}</span>}
    </p>
  );
}
