import { scaleLinear } from 'd3-scale';

const WIDTH = 600;
const TONE = { good: 'text-good', open: 'text-ink-soft', bad: 'text-danger' };

/** A measured share with its 95% interval, beside what guessing and the control get. No speedometer. */
export function IntervalBar(props: {
  title: string;
  note: string;
  tone: 'good' | 'open' | 'bad';
  value: number;
  low: number;
  high: number;
  control: number;
  baseline: number;
}) {
  const x = scaleLinear([0, 1], [0, WIDTH]).clamp(true);
  const two = (value: number) => value.toFixed(2);
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
          stroke="var(--synthetic)"
          strokeWidth="8"
          strokeOpacity="0.45"
        />
        <line
          x1={x(props.value) - 1.5}
          x2={x(props.value) + 1.5}
          y1="13"
          y2="13"
          stroke="var(--synthetic)"
          strokeWidth="20"
        />
        <line
          x1={x(props.control)}
          x2={x(props.control)}
          y1="0"
          y2="26"
          stroke="var(--real)"
          strokeWidth="2"
        />
        <line
          x1={x(props.baseline)}
          x2={x(props.baseline)}
          y1="0"
          y2="26"
          stroke="var(--ink-soft)"
          strokeWidth="2"
          strokeDasharray="3 3"
        />
      </svg>
      <p className="text-xs text-ink-soft">
        measured {two(props.value)} (95% interval {two(props.low)} to {two(props.high)}) · control,
        people held out {two(props.control)} · guessing {two(props.baseline)}
      </p>
    </figure>
  );
}
