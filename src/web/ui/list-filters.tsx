import { Select } from './input.tsx';
import { SearchField } from './search-field.tsx';

export function ListFilters<Value extends string>(props: {
  search: { label: string; typed: string; onTyped: (typed: string) => void };
  choice: {
    label: string;
    all: string;
    labels: Readonly<Record<Value, string>>;
    value: Value | undefined;
    onChoose: (value: Value | undefined) => void;
  };
}) {
  const { search, choice } = props;
  const values = Object.keys(choice.labels) as Value[];
  return (
    <div className="flex flex-wrap gap-x-3">
      <div className="max-w-md min-w-0 flex-1 basis-64">
        <SearchField label={search.label} value={search.typed} onChange={search.onTyped} />
      </div>
      <Select
        aria-label={choice.label}
        className="mb-4 w-56!"
        value={choice.value ?? ''}
        onChange={(event) => choice.onChoose(values.find((value) => value === event.target.value))}
      >
        <option value="">{choice.all}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {choice.labels[value]}
          </option>
        ))}
      </Select>
    </div>
  );
}
