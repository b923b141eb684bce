import { MiniHistogram } from '../../charts/mini-histogram.tsx';
import type { ColumnProfile } from '../../data/dataset-preview.ts';
import { formatCount } from '../../lib/format.ts';
import type { Origin } from '../../ui/origin-mark.tsx';

export function ColumnFacts(props: { column: ColumnProfile | undefined; origin: Origin }) {
  const { column } = props;
  if (!column) return null;
  const facts = [
    `${formatCount(column.nulls)} empty`,
    `${formatCount(column.distinct)} distinct`,
    column.personal && `looks like ${column.personal.replaceAll('_', ' ')}`,
    column.keyCandidate && 'unique',
  ].filter(Boolean);
  return (
    <dd className="mt-1">
      {column.distinct === 1 && column.bins[0] ? (
        <span className="block text-xs wrap-anywhere">
          {column.bins[0].label} in every {column.nulls === 0 ? '' : 'filled '}row
        </span>
      ) : (
        column.bins.length > 0 && (
          <MiniHistogram
            label={`Distribution of ${column.name}`}
            origin={props.origin}
            bins={column.bins.map((bin) => ({ label: bin.label, count: bin.count }))}
          />
        )
      )}
      <span className="text-xs text-ink-soft">{facts.join(' · ')}</span>
    </dd>
  );
}
