import type { DatasetPreview } from '../../data/dataset-preview.ts';
import { formatCount } from '../../lib/format.ts';

/** What was not taken from the file, and why. */
export function PreviewRejects({ data }: { data: DatasetPreview }) {
  return (
    <section aria-labelledby="preview-rejects">
      <h3 id="preview-rejects" tabIndex={-1} className="mb-2 scroll-mt-2 text-base outline-none">
        Rejected rows
      </h3>
      {data.rejected_count === 0 ? (
        <p className="text-ink-soft">None: every row of the file was taken in as it stands.</p>
      ) : (
        <>
          <p className="mb-2 text-ink-soft">
            {formatCount(data.rejected_count)} {data.rejected_count === 1 ? 'row was' : 'rows were'}{' '}
            left out
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
  );
}
