import type { LineRange } from '../../../shared/contracts/ingestion.ts';
import type { DatasetPreview } from '../../data/dataset-preview.ts';
import { linesCounted, linesOf } from './lines.ts';

export function PreviewRejects({ data }: { data: DatasetPreview }) {
  return (
    <section aria-labelledby="preview-rejects">
      <h3 id="preview-rejects" tabIndex={-1} className="mb-2 scroll-mt-2 text-base outline-none">
        Rejected lines
      </h3>
      {data.rejected_count === 0 ? (
        <p className="text-ink-soft">None: all rows of the file were imported.</p>
      ) : (
        <Ranges said={`${linesCounted(data.rejected_count)} left out`} ranges={data.rejects} />
      )}
      {data.skipped_count > 0 && (
        <div className="mt-4">
          <Ranges
            said={`${linesCounted(data.skipped_count)} skipped: not part of the table`}
            ranges={data.skipped}
          />
        </div>
      )}
    </section>
  );
}

function Ranges({ said, ranges }: { said: string; ranges: LineRange[] }) {
  return (
    <>
      <p className="mb-2 text-ink-soft">{said}</p>
      <ul aria-label={said} className="divide-y divide-line rounded-md border border-line">
        {ranges.map((range) => (
          <li key={range.fromLine} className="px-3 py-2">
            <p>
              {linesOf(range)}: {range.reason}
            </p>
            <code className="block truncate font-mono text-xs text-ink-soft" title={range.text}>
              {range.text}
            </code>
          </li>
        ))}
      </ul>
    </>
  );
}
