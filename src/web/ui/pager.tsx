import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from '../lib/format.ts';
import { Button } from './button.tsx';

/** Page controls with range and total. Pages count from 1. Disabled buttons stay focusable. */
export function Pager(props: {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const { page, size, total } = props;
  const pages = Math.max(1, Math.ceil(total / size));
  const first = (page - 1) * size + 1;
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-between gap-4 border-t border-line px-5 py-3"
    >
      <p aria-live="polite" className="text-xs text-ink-soft">
        {total === 0
          ? 'No rows'
          : `${formatCount(first)}–${formatCount(Math.min(total, page * size))} of ${formatCount(total)}`}
      </p>
      <div className="flex items-center gap-1.5">
        <Button
          size="small"
          aria-disabled={page <= 1}
          onClick={() => page > 1 && props.onPage(page - 1)}
        >
          <ChevronLeft aria-hidden /> Previous
        </Button>
        <Button
          size="small"
          aria-disabled={page >= pages}
          onClick={() => page < pages && props.onPage(page + 1)}
        >
          Next <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
