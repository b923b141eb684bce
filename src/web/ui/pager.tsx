import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../lib/format.ts';
import { Button } from './button.tsx';
import { Input } from './input.tsx';

/** Page controls with range and total. Pages count from 1. Disabled buttons stay focusable. */
export function Pager(props: {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
  /** True for long lists: a field goes to a row by its number. */
  canJump?: boolean;
  /** Name of the controls, if a page has several. */
  label?: string;
}) {
  const { page, size, total } = props;
  const pages = Math.max(1, Math.ceil(total / size));
  const first = (page - 1) * size + 1;
  return (
    <nav
      aria-label={props.label ?? 'Pages'}
      className="flex items-center justify-between gap-4 border-t border-line px-5 py-3"
    >
      <p aria-live="polite" className="text-xs text-ink-soft">
        {total === 0
          ? 'No rows'
          : `${formatCount(first)}–${formatCount(Math.min(total, page * size))} of ${formatCount(total)}`}
      </p>
      <div className="flex flex-wrap items-center gap-1.5">
        {props.canJump && pages > 2 && (
          <Jump total={total} onRow={(row) => props.onPage(Math.ceil(row / size))} />
        )}
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

function Jump({ total, onRow }: { total: number; onRow: (row: number) => void }) {
  const [typed, setTyped] = useState('');
  const row = Number(typed.replaceAll(',', ''));
  const isRow = Number.isInteger(row) && row >= 1 && row <= total;
  return (
    <form
      className="flex items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRow) return;
        onRow(row);
        setTyped('');
      }}
    >
      <Input
        aria-label={`Row to go to, 1 to ${formatCount(total)}`}
        aria-invalid={typed !== '' && !isRow ? true : undefined}
        className="w-24"
        inputMode="numeric"
        placeholder="Row"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="small">
        Go
      </Button>
    </form>
  );
}
