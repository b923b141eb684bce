import { useMemo } from 'react';
import { HeatMap } from '../../charts/heat-map.tsx';
import type { Trend } from '../../data/report-document.ts';
import { relationsOf } from './relations.ts';

export function RelationPanels({ trends }: { trends: readonly Trend[] }) {
  const relations = useMemo(() => relationsOf(trends), [trends]);
  return (
    <>
      {relations.total > relations.names.length && (
        <p className="mb-5 text-ink-soft">
          The first {relations.names.length} of {relations.total} columns are shown.
        </p>
      )}
      <HeatMap
        names={relations.names}
        views={[
          { value: 'real', label: 'Real', cells: relations.real, tone: 'var(--real)', full: 1 },
          {
            value: 'synthetic',
            label: 'Synthetic',
            cells: relations.synthetic,
            tone: 'var(--synthetic)',
            full: 1,
          },
          {
            value: 'difference',
            label: 'Difference',
            cells: relations.difference,
            tone: 'var(--ink)',
            full: 0.5,
          },
        ]}
      />
    </>
  );
}
