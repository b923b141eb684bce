import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonWords } from '../../../shared/reason-codes.ts';
import { readHistory } from '../../data/exception-batches.ts';
import { formatUtc } from '../../lib/format.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';

const words = (state: string | null) => (state === null ? 'undecided' : state.replaceAll('_', ' '));

export function BatchHistory({ batchId }: { batchId: string }) {
  const [open, setOpen] = useState(false);
  const history = useQuery({
    queryKey: ['exceptions', 'history', batchId],
    queryFn: () => readHistory(batchId),
    enabled: open,
  });
  return (
    <details
      className="px-6 max-md:border-t max-md:border-line md:open:basis-full"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="py-2.5 text-ink-soft">History</summary>
      <ScrollFrame label="History of the batch" className="max-h-48 pb-3">
        <QueryView query={history} errorTitle="The history could not be loaded" skeletonRows={2}>
          {(entries) => (
            <ol className="space-y-1">
              {entries.map((entry, i) => (
                <li key={i}>
                  <time dateTime={entry.at} className="text-ink-soft">
                    {formatUtc(entry.at)}
                  </time>{' '}
                  {entry.item === null ? 'Batch' : `Case ${entry.item + 1}`}:{' '}
                  {words(entry.to_state)}
                  {entry.actor_email ? ` by ${entry.actor_email}` : ''}
                  {entry.self_approved ? ' (self-approval)' : ''}
                  {entry.reason_code ? `, ${reasonWords(entry.reason_code)}` : ''}
                  {entry.note ? `: ${entry.note}` : ''}
                </li>
              ))}
            </ol>
          )}
        </QueryView>
      </ScrollFrame>
    </details>
  );
}
