import { useQuery } from '@tanstack/react-query';
import { useHasFunction } from '../data/host-functions.ts';
import { logStatusQuery } from '../data/proof.ts';
import { formatCount, formatRecentUtc, formatUtc } from '../lib/format.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useNow } from '../ui/use-now.ts';
import { outsideState } from './outside-state.ts';

export function LogState() {
  const offered = useHasFunction('log-status');
  const status = useQuery({ ...logStatusQuery, enabled: offered });
  const now = useNow(false);
  if (!status.data) return null;
  const { entries, sealed_at: sealedAt, halted, outside } = status.data;
  const state = outsideState(status.data, now);
  return (
    <dl aria-label="Proof" className="mb-6 flex flex-wrap gap-x-10 gap-y-3">
      <div>
        <dt className="text-xs text-ink-soft">Log</dt>
        <dd>
          {formatCount(entries)} entries
          {sealedAt && `, sealed ${formatRecentUtc(sealedAt, new Date(now))}`}
        </dd>
      </div>
      <div className="min-w-0">
        <dt className="text-xs text-ink-soft">Last external signature</dt>
        <dd className={state.tone === 'danger' ? 'text-danger' : ''}>
          {outside ? (
            <>
              <RelativeTime value={outside.at} title={formatUtc(outside.at)} />, {outside.name}
              {state.note && `. ${state.note}`}
            </>
          ) : (
            state.note
          )}
        </dd>
      </div>
      {halted && (
        <div className="min-w-0 text-danger">
          <dt className="text-xs">Sealing has stopped</dt>
          <dd className="wrap-anywhere">{halted}</dd>
        </div>
      )}
    </dl>
  );
}
