import { APPROVAL_LABELS } from '../../data/approval-state.ts';
import { Select } from '../../ui/input.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { RECORD_STATUSES, type RecordStatus } from './filter-records.ts';

/** What narrows the audit trail: words, and the state of approval. */
export function RecordFilters(props: {
  typed: string;
  status: RecordStatus | undefined;
  onTyped: (typed: string) => void;
  onStatus: (status: RecordStatus | undefined) => void;
}) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <div className="max-w-md min-w-0 flex-1 basis-64">
        <SearchField
          label="Search by model, dataset or run ID"
          value={props.typed}
          onChange={props.onTyped}
        />
      </div>
      <Select
        aria-label="Approval status"
        className="mb-4 w-56!"
        value={props.status ?? ''}
        onChange={(event) =>
          props.onStatus(RECORD_STATUSES.find((status) => status === event.target.value))
        }
      >
        <option value="">Any status</option>
        {RECORD_STATUSES.map((status) => (
          <option key={status} value={status}>
            {APPROVAL_LABELS[status]}
          </option>
        ))}
      </Select>
    </div>
  );
}
