import { useMemo } from 'react';
import { ChartFrame } from '../../charts/chart-frame.tsx';
import type { Trend } from '../../data/report-document.ts';
import { relationsOf } from './relations.ts';

const CELL = 12;

const shown = (value: number | null) => (value === null ? 'not measured' : value.toFixed(2));

/** How strongly columns go together, in the original, in the synthetic rows, and what changed. */
export function RelationPanels({ trends }: { trends: readonly Trend[] }) {
  const relations = useMemo(() => relationsOf(trends), [trends]);
  const panels = [
    { title: 'Real', cells: relations.real, tone: 'var(--real)' },
    { title: 'Synthetic', cells: relations.synthetic, tone: 'var(--synthetic)' },
    { title: 'Difference', cells: relations.difference, tone: 'var(--ink)' },
  ];
  return (
    <>
      {relations.total > relations.names.length && (
        <p className="mb-5 text-ink-soft">
          The first {relations.names.length} of {relations.total} columns are drawn.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
        {panels.map(({ title, cells, tone }) => (
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
            <Matrix names={relations.names} cells={cells} tone={tone} />
          </ChartFrame>
        ))}
      </div>
    </>
  );
}

/** Filled by strength, in the colour of whose rows they are; what goes against each other is crossed by a bar. */
function Matrix(props: {
  names: readonly string[];
  cells: readonly (readonly (number | null)[])[];
  tone: string;
}) {
  const { names, cells, tone } = props;
  const size = CELL * names.length;
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className="w-full" role="presentation">
      {cells.flatMap((row, i) =>
        row.map((value, j) => (
          <g key={`${i} ${j}`}>
            <title>{`${names[i]} and ${names[j]}: ${shown(value)}`}</title>
            <rect
              x={j * CELL + 0.5}
              y={i * CELL + 0.5}
              width={CELL - 1}
              height={CELL - 1}
              fill={value === null ? 'none' : tone}
              fillOpacity={Math.min(1, Math.abs(value ?? 0))}
              stroke="var(--line)"
              strokeWidth="0.3"
            />
            {value !== null && value <= -0.05 && (
              <path d={`M${j * CELL + 3.5} ${(i + 0.5) * CELL}h${CELL - 7}`} stroke="var(--ink)" />
            )}
          </g>
        )),
      )}
    </svg>
  );
}
