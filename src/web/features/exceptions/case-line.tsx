import { Check, Minus, X } from 'lucide-react';
import { memo } from 'react';
import type { CaseDecision } from '../../../shared/statuses.ts';
import type { ExceptionCase } from '../../data/rows.ts';
import { formatShare } from '../../lib/format.ts';
import { titleOf } from './case-subject.ts';
import { queueFacts } from './queue-facts.ts';

const SIGNS = {
  approved: { Icon: Check, text: 'approved', className: 'text-good' },
  rejected: { Icon: X, text: 'rejected', className: 'text-danger' },
  none: { Icon: Minus, text: 'undecided', className: 'text-ink-soft' },
};

/** Case in the queue. Memoized, and laid out only when visible, since there may be hundreds. */
export const CaseLine = memo(function CaseLine(props: {
  entry: ExceptionCase;
  place: number;
  isCurrent: boolean;
  decision: CaseDecision | undefined;
  onOpen: (place: number) => void;
}) {
  const { entry, place, onOpen } = props;
  const { score } = entry;
  const facts = queueFacts(entry);
  const sign = SIGNS[props.decision ?? 'none'];
  return (
    <li className="[contain-intrinsic-size:auto_68px] [content-visibility:auto]">
      <button
        type="button"
        aria-current={props.isCurrent ? 'true' : undefined}
        onClick={() => onOpen(place)}
        className="flex w-full items-center gap-3 border-l-2 border-transparent px-5 py-2 text-left hover:bg-sunk focus-visible:-outline-offset-2 aria-[current]:border-action aria-[current]:bg-sunk"
      >
        <sign.Icon aria-hidden className={`size-4 shrink-0 ${sign.className}`} />
        <span className="min-w-0 flex-1">
          <span className="flex justify-between gap-3">
            <span className="truncate">{facts.amount ?? titleOf(entry)}</span>
            <span className="text-ink-soft">{formatShare(score)}</span>
          </span>
          <span className="block truncate text-xs text-ink-soft">
            {[facts.amount && titleOf(entry), facts.date, facts.account]
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
});
