import type { ReactNode } from 'react';
import { PREVIEW_ROWS } from '../../../shared/limits.ts';
import type { DatasetPreview } from '../../data/dataset-preview.ts';
import { fileSize } from '../../lib/file-size.ts';
import { formatCount } from '../../lib/format.ts';
import { CopyId } from '../../ui/copy-id.tsx';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { ColumnFacts } from './column-facts.tsx';
import { ColumnRole } from './column-role.tsx';
import { ProfileFacts } from './profile-facts.tsx';

const DELIMITERS: Record<string, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

export function PreviewBody({ data }: { data: DatasetPreview }) {
  const columns = Object.entries(data.schema);
  const { encoding, delimiter, decimal } = data.dialect ?? {};
  const facts = [
    encoding,
    delimiter && `${DELIMITERS[delimiter] ?? delimiter} between values`,
    decimal && `“${decimal}” before decimals`,
    fileSize(Number(data.file_size)),
  ].filter(Boolean);
  return (
    <div className="space-y-7">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-xs text-ink-soft">
        <OriginMark origin={data.kind === 'upload' ? 'real' : data.kind} />
        <span>{facts.join(' · ')}</span>
        <span className="inline-flex items-center gap-1">
          SHA-256 <CopyId id={data.sha256} shown={`${data.sha256.slice(0, 16)}…`} what="SHA-256" />
        </span>
      </div>

      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <Jump to="preview-rows">First {Math.min(PREVIEW_ROWS, data.preview.length)} rows</Jump>
        {data.rejected_count > 0 && (
          <Jump to="preview-rejects">
            {formatCount(data.rejected_count)} {data.rejected_count === 1 ? 'row' : 'rows'} rejected
          </Jump>
        )}
      </p>

      <section aria-labelledby="preview-schema">
        <h3 id="preview-schema" className="mb-2 text-base">
          Schema
        </h3>
        <dl className="grid grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(190px,1fr))] overflow-hidden rounded-md border border-line">
          {columns.map(([name, type]) => (
            <div
              key={name}
              className="-mr-px -mb-px flex flex-col border-r border-b border-line px-3 py-2"
            >
              <dt className="wrap-anywhere max-sm:text-xs">{name}</dt>
              <dd className="text-xs text-ink-soft">{type}</dd>
              <ColumnFacts
                column={data.profile?.columns.find((one) => one.name === name)}
                origin={data.kind === 'upload' ? 'real' : data.kind}
              />
              <ColumnRole data={data} column={name} />
            </div>
          ))}
        </dl>
        <ProfileFacts data={data} />
      </section>

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
                    className={`label-caps sticky top-0 border-b border-line bg-surface px-3 py-2 font-normal whitespace-nowrap ${isNumber(type) ? 'text-right' : ''}`}
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
                      className={`max-w-72 truncate px-3 py-1.5 whitespace-nowrap ${isNumber(type) ? 'text-right' : ''}`}
                      title={row[name] ?? undefined}
                    >
                      {row[name] === null ? (
                        <span className="text-ink-soft">empty</span>
                      ) : (
                        row[name]
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      </section>

      <section aria-labelledby="preview-rejects">
        <h3 id="preview-rejects" tabIndex={-1} className="mb-2 scroll-mt-2 text-base outline-none">
          Rejected rows
        </h3>
        {data.rejected_count === 0 ? (
          <p className="text-ink-soft">None: every row of the file was taken in as it stands.</p>
        ) : (
          <>
            <p className="mb-2 text-ink-soft">
              {formatCount(data.rejected_count)}{' '}
              {data.rejected_count === 1 ? 'row was' : 'rows were'} left out
              {data.rejects.length < data.rejected_count
                ? `; the first ${data.rejects.length} of them:`
                : ':'}
            </p>
            <ul className="divide-y divide-line rounded-md border border-line">
              {data.rejects.map((reject, i) => (
                <li key={i} className="px-3 py-2">
                  <p>
                    Row {formatCount(reject.row)}
                    {reject.line === null ? '' : ` (line ${formatCount(reject.line)})`}:{' '}
                    {reject.reason}
                  </p>
                  <code
                    className="block truncate font-mono text-xs text-ink-soft"
                    title={reject.text}
                  >
                    {reject.text}
                  </code>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}

/** Leads to a part further down, which a wide dataset puts far away. */
function Jump(props: { to: string; children: ReactNode }) {
  const jump = () => {
    const heading = document.getElementById(props.to);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className="link min-h-6" onClick={jump}>
      {props.children}
    </button>
  );
}

const isNumber = (type: string) => type === 'integer' || type === 'decimal';
