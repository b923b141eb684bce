import type { BatchKind } from '../../data/batch-facts.ts';
import { Select } from '../../ui/input.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { KINDS } from './filter-logs.ts';

const LABELS: Record<BatchKind, string> = {
  simulated: 'Simulated',
  learned: 'From an upload',
  blend: 'Blend',
};

/** What narrows the list of logs: words, and the kind of batch. */
export function LogFilters(props: {
  typed: string;
  kind: BatchKind | undefined;
  onTyped: (typed: string) => void;
  onKind: (kind: BatchKind | undefined) => void;
}) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <div className="max-w-md min-w-0 flex-1 basis-64">
        <SearchField
          label="Search by name, source or batch ID"
          value={props.typed}
          onChange={props.onTyped}
        />
      </div>
      <Select
        aria-label="Kind of batch"
        className="mb-4 w-44!"
        value={props.kind ?? ''}
        onChange={(event) => props.onKind(KINDS.find((kind) => kind === event.target.value))}
      >
        <option value="">All batches</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {LABELS[kind]}
          </option>
        ))}
      </Select>
    </div>
  );
}
