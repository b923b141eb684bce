import { Link } from '@tanstack/react-router';
import { BATCH_TABS, type BatchTab } from './batch-tabs.ts';

const LABELS: Record<BatchTab, string> = {
  overview: 'Overview',
  data: 'Data',
  report: 'Report',
  lineage: 'Lineage',
  approval: 'Approval',
};

export function BatchNav({ batchId }: { batchId: string }) {
  return (
    <nav
      aria-label="Batch"
      className="no-print mt-7 mb-6 flex gap-6 overflow-x-auto border-b border-line px-0.5"
    >
      {BATCH_TABS.map((value) => (
        <Link
          key={value}
          to="/reports"
          search={value === 'overview' ? { batch: batchId } : { batch: batchId, tab: value }}
          activeOptions={{ exact: true }}
          className="-mb-px border-b-2 border-transparent px-0.5 py-2.5 whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-action aria-[current=page]:text-ink"
        >
          {LABELS[value]}
        </Link>
      ))}
    </nav>
  );
}
