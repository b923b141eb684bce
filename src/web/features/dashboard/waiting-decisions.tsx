import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pendingQuery } from '../../data/exception-batches.ts';
import { formatCount } from '../../lib/format.ts';

export function WaitingDecisions() {
  const pending = useQuery(pendingQuery);
  if (!pending.data) return null;
  return (
    <p className="mb-8 border-l-2 border-warning bg-surface px-5 py-3">
      {pending.data === 1
        ? '1 exception batch needs'
        : `${formatCount(pending.data)} exception batches need`}{' '}
      a decision.{' '}
      <Link to="/exceptions" search={{ status: 'pending' }} className="link">
        Review
      </Link>
    </p>
  );
}
