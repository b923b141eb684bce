import { Check, Minus, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CaseDecision } from '../../../shared/statuses.ts';
import type { ExceptionCase } from '../../data/rows.ts';
import { formatCount, formatShare } from '../../lib/format.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/input.tsx';
import { queueFacts } from './queue-facts.ts';
import { ordersFor, QUEUE_ORDERS, type QueueOrder } from './queue-order.ts';

const SIGNS = {
  approved: { Icon: Check, text: 'approved', className: 'text-good' },
  rejected: { Icon: X, text: 'rejected', className: 'text-danger' },
  none: { Icon: Minus, text: 'undecided', className: 'text-ink-soft' },
};

/** The cases of a batch in the chosen order: all of them, or those that nobody decided. */
export function CaseQueue(props: {
  cases: readonly ExceptionCase[];
  order: readonly number[];
  by: QueueOrder;
  onOrder: (order: QueueOrder) => void;
  decided: ReadonlyMap<number, CaseDecision>;
  item: number;
  onItem: (item: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [openOnly, setOpenOnly] = useState(false);
  const { order, decided, item } = props;
  const orders = useMemo(() => ordersFor(props.cases), [props.cases]);
  // The case at hand stays in the list, decided or not.
  const shown = order.filter((place) => !openOnly || place === item || !decided.has(place));
  const at = shown.indexOf(item);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <nav aria-label="Cases" className="flex min-h-0 flex-col max-md:max-h-56">
      <div className="flex items-center gap-4 border-b border-line px-5 py-2">
        <Select
          aria-label="Order of the cases"
          className="min-w-0 flex-1"
          value={props.by}
          onChange={(event) => props.onOrder(event.target.value as QueueOrder)}
        >
          {orders.map((value) => (
            <option key={value} value={value}>
              {QUEUE_ORDERS[value]}
            </option>
          ))}
        </Select>
        <Checkbox
          label="Undecided"
          checked={openOnly}
          onChange={(event) => setOpenOnly(event.target.checked)}
        />
      </div>
      <ol ref={list} className="min-h-0 overflow-y-auto">
        {shown.map((i) => {
          const entry = props.cases[i]!;
          const { row, score } = entry;
          const facts = queueFacts(entry);
          const sign = SIGNS[decided.get(i) ?? 'none'];
          return (
            <li key={i}>
              <button
                type="button"
                aria-current={i === item ? 'true' : undefined}
                onClick={() => props.onItem(i)}
                className="flex w-full items-center gap-3 border-l-2 border-transparent px-5 py-2 text-left hover:bg-sunk focus-visible:-outline-offset-2 aria-[current]:border-action aria-[current]:bg-sunk"
              >
                <sign.Icon aria-hidden className={`size-4 shrink-0 ${sign.className}`} />
                <span className="min-w-0 flex-1">
                  <span className="flex justify-between gap-3">
                    <span className="truncate">{facts.amount ?? `Row ${formatCount(row)}`}</span>
                    <span className="text-ink-soft">{formatShare(score)}</span>
                  </span>
                  <span className="block truncate text-xs text-ink-soft">
                    {[facts.amount && `Row ${formatCount(row)}`, facts.date, facts.account]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  {facts.reason && (
                    <span className="block truncate text-xs text-ink-soft">{facts.reason}</span>
                  )}
                </span>
                <span className="sr-only">{sign.text}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
