import { useMemo } from 'react';
import { ChartFrame } from '../../ui/charts/chart-frame.tsx';
import { relationsOf } from './relations.ts';
import type { Trend } from './report-document.ts';

const CELL = 12;

const shown = (value: number | null) => (value === null ? 'not measured' : value.toFixed(2));

/** How strongly columns go together, in the original, in the synthetic rows, and what changed. */
export function RelationPanels({ trends }: { trends: readonly Trend[] }) {
  const relations = useMemo(() => relationsOf(trends), [trends]);
  const panels = [
    { title: 'Real', cells: relations.real },
    { title: 'Synthetic', cells: relations.synthetic },
    { title: 'Difference', cells: relations.difference },
  ];
  return (
    <div className="grid gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
      {panels.map(({ title, cells }) => (
        <ChartFrame
          key={title}
          title={title}
          header={['', 'Strength']}
          rows={relations.names.flatMap((name, i) =>
            relations.names
              .slice(i + 1)
              .map((other, j) => [`${name}, ${other}`, shown(cells[i]?.[i + 1 + j] ?? null)]),
          )}
        >
          <Matrix names={relations.names} cells={cells} />
        </ChartFrame>
      ))}
    </div>
  );
}

/** Filled by strength: what goes the same way in one colour, what goes against in the other. */
function Matrix(props: {
  names: readonly string[];
  cells: readonly (readonly (number | null)[])[];
}) {
  const { names, cells } = props;
  const size = CELL * names.length;
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className="w-full" role="presentation">
      {cells.flatMap((row, i) =>
        row.map((value, j) => (
          <rect
            key={`${i} ${j}`}
            x={j * CELL + 0.5}
            y={i * CELL + 0.5}
            width={CELL - 1}
            height={CELL - 1}
            fill={value === null ? 'none' : value < 0 ? 'var(--synthetic)' : 'var(--real)'}
            fillOpacity={Math.min(1, Math.abs(value ?? 0))}
            stroke="var(--line)"
            strokeWidth="0.3"
          >
            <title>{`${names[i]} and ${names[j]}: ${shown(value)}`}</title>
          </rect>
        )),
      )}
    </svg>
  );
}
