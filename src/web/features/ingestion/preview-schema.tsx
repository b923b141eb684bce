import type { DatasetPreview } from '../../data/dataset-preview.ts';
import { ColumnFacts } from './column-facts.tsx';
import { ColumnKindField } from './column-kind.tsx';
import { ProfileFacts } from './profile-facts.tsx';

export function PreviewSchema({ data }: { data: DatasetPreview }) {
  return (
    <section aria-labelledby="preview-schema">
      <h3 id="preview-schema" className="mb-2 text-base">
        Schema
      </h3>
      <dl className="grid grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(190px,1fr))] overflow-hidden rounded-md border border-line">
        {Object.entries(data.schema).map(([name, type]) => (
          <div
            key={name}
            className="-mr-px -mb-px flex flex-col border-r border-b border-line px-3 py-2"
          >
            <dt className="wrap-anywhere max-sm:text-xs">{name}</dt>
            <dd className="text-xs text-ink-soft">{type}</dd>
            <ColumnFacts
              column={data.profile?.columns.find((column) => column.name === name)}
              origin={data.kind === 'upload' ? 'real' : data.kind}
            />
            <ColumnKindField data={data} name={name} />
          </div>
        ))}
      </dl>
      <ProfileFacts data={data} />
    </section>
  );
}
