import { PREVIEW_ROWS } from '../../../shared/limits.ts';
import type { DatasetPreview } from '../../data/dataset-preview.ts';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';

const alignmentOf = (type: string) =>
  type === 'integer' || type === 'decimal' ? 'text-right' : '';

export function PreviewRows({ data }: { data: DatasetPreview }) {
  const columns = Object.entries(data.schema);
  return (
    <section aria-labelledby="preview-rows">
      <h3 id="preview-rows" tabIndex={-1} className="mb-2 scroll-mt-2 text-base outline-none">
        Data Preview
      </h3>
      <ScrollFrame label="Rows" className="max-h-[50dvh] rounded-md border border-line">
        <table className="w-full border-collapse text-left">
          <thead>
            <tr>
              {columns.map(([name, type]) => (
                <th
                  key={name}
                  scope="col"
                  className={`label-caps sticky top-0 border-b border-line bg-surface px-3 py-2 font-normal whitespace-nowrap ${alignmentOf(type)}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.preview.slice(0, PREVIEW_ROWS).map((row, i) => (
              <tr key={i} className="border-b border-line last:border-b-0">
                {columns.map(([name, type]) => (
                  <td
                    key={name}
                    className={`max-w-72 truncate px-3 py-1.5 whitespace-nowrap ${alignmentOf(type)}`}
                    title={row[name] ?? undefined}
                  >
                    {row[name] === null ? <span className="text-ink-soft">empty</span> : row[name]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
    </section>
  );
}
