import { formatCount } from '../../lib/format.ts';
import { MiniHistogram } from '../../ui/charts/mini-histogram.tsx';
import type { Origin } from '../../ui/origin-mark.tsx';
import type { ColumnProfile } from './dataset-preview.ts';

/** A column at a glance: its distribution, how much is missing, how many values it takes. */
export function ColumnFacts(props: { column: ColumnProfile | undefined; origin: Origin }) {
  const { column } = props;
  if (!column) return null;
  const facts = [
    column.nulls === undefined ? null : `${formatCount(column.nulls)} empty`,
    column.distinct === undefined ? null : `${formatCount(column.distinct)} distinct`,
  ].filter((fact) => fact !== null);
  return (
    <dd className="mt-1">
      {column.bins && column.bins.length > 0 && (
        <MiniHistogram
          label={`Distribution of ${column.name}`}
          origin={props.origin}
          bins={column.bins.map((bin) => ({ label: bin.label, count: Number(bin.count) }))}
        />
      )}
      <span className="text-xs text-ink-soft">{facts.join(' · ')}</span>
    </dd>
  );
}
