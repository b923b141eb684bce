import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queries } from './queries.ts';
import { CONNECTION_LOST, isUnreachable, useServerBack } from './use-server-back.ts';

/** Line that reports a lost connection; reloads what failed once the server answers again. */
export function ConnectionLine() {
  const router = useRouter();
  const [isLost, setLost] = useState(false);
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (isUnreachable(event.action.error)) setLost(true);
      }),
    [],
  );
  const [back] = useState(() => () => {
    setLost(false);
    void queries.invalidateQueries();
    void router.invalidate();
  });
  useServerBack(isLost, back);
  return (
    <div role="status" className="no-print">
      {isLost && (
        <p className="sticky top-0 z-30 mb-4 border border-warning bg-surface px-4 py-2 text-center text-warning">
          {CONNECTION_LOST}
        </p>
      )}
    </div>
  );
}
