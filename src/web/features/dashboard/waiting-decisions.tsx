import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { openClient } from '../../lib/client.ts';
import { formatCount } from '../../lib/format.ts';
import { ServiceError } from '../../lib/service-error.ts';

async function countPending(): Promise<number> {
  const client = await openClient();
  const { count, error } = await client
    .from('exception_batches')
    .select('*', { count: 'exact', head: true })
    .eq('status', 'pending');
  if (error) throw new ServiceError(error.message || 'The exceptions could not be counted.');
  return count ?? 0;
}

/** What waits for somebody's decision; nothing where nothing waits. */
export function WaitingDecisions() {
  const pending = useQuery({ queryKey: ['exceptions', 'pending'], queryFn: countPending });
  if (!pending.data) return null;
  return (
    <p className="mb-8 border-l-2 border-warning bg-surface px-5 py-3">
      {pending.data === 1
        ? 'One batch of exceptions waits'
        : `${formatCount(pending.data)} batches of exceptions wait`}{' '}
      for a decision.{' '}
      <Link to="/exceptions" search={{ status: 'pending' }} className="link">
        Review
      </Link>
    </p>
  );
}
