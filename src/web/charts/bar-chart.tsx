import { useState } from 'react';
import { ChartFrame } from './chart-frame.tsx';

const formatter = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

export function BarChart(props: {
  title: string;
  unit: string;
  bars: readonly { label: string; value: number }[];
  most?: number;
  digits?: number;
}) {
  const [cursor, setCursor] = useState(-1);
  const most = props.most ?? Math.max(1e-9, ...props.bars.map((bar) => bar.value));
  const format = formatter(props.digits ?? 0);
  return (
    <ChartFrame
      title={props.title}
      header={['', props.unit]}
      rows={props.bars.map((bar) => [bar.label, format.format(bar.value)])}
    >
      <div
        className="grid grid-cols-[minmax(0,max-content)_1fr] items-center gap-x-4 gap-y-1"
        aria-hidden
      >
        {props.bars.map((bar, i) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: hovering only lifts the bar; the table view says it all
          <div
            key={bar.label}
            className="contents"
            onMouseEnter={() => setCursor(i)}
            onMouseLeave={() => setCursor(-1)}
          >
            <span className="max-w-56 truncate text-xs text-ink-soft">{bar.label}</span>
            <span className="flex items-center gap-2">
              <span
                className={`h-3 rounded-sm ${cursor === i ? 'bg-action-strong' : 'bg-action'}`}
                style={{ width: `${Math.max(0.5, (bar.value / most) * 80)}%` }}
              />
              <span className="text-xs">{format.format(bar.value)}</span>
            </span>
          </div>
        ))}
      </div>
    </ChartFrame>
  );
}
