import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { CaseDecision } from '../../../shared/statuses.ts';
import type { ExceptionCase } from '../../data/rows.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/input.tsx';
import { CaseLine } from './case-line.tsx';
import { ordersFor, QUEUE_ORDERS, type QueueOrder } from './queue-order.ts';

const IN_SIGHT = 30;

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
  // Keep one callback for all renders, so that unchanged lines don't re-render.
  const onItem = useRef(props.onItem);
  onItem.current = props.onItem;
  const open = useCallback((place: number) => onItem.current(place), []);
  // Keep the current case in the list even after it is decided.
  const shown = useMemo(
    () => (openOnly ? order.filter((place) => place === item || !decided.has(place)) : order),
    [order, openOnly, item, decided],
  );
  // Render visible lines first and defer the others while keys are pressed.
  const lines = useDeferredValue(shown, shown.slice(0, IN_SIGHT));
  // The count is shown before hundreds of lines get their sign.
  const signs = useDeferredValue(decided);
  const at = lines.indexOf(item);
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
        {lines.map((place) => (
          <CaseLine
            key={place}
            entry={props.cases[place]!}
            place={place}
            isCurrent={place === item}
            decision={signs.get(place)}
            onOpen={open}
          />
        ))}
      </ol>
    </nav>
  );
}
