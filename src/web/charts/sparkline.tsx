import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

export function Sparkline(props: { values: readonly number[]; width?: number; height?: number }) {
  const { values, width = 72, height = 20 } = props;
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, width - 1]);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const y = scaleLinear([low, high === low ? low + 1 : high], [height - 1.5, 1.5]);
  const path = line<number>(
    (_, i) => x(i),
    (value) => y(value),
  )(values as number[]);
  return (
    <svg aria-hidden width={width} height={height} className="shrink-0 text-action">
      <path d={path ?? ''} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
