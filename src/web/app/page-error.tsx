import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../lib/service-error.ts';
import { ErrorState } from '../ui/states.tsx';
import { CONNECTION_LOST, isUnreachable, useServerBack } from './use-server-back.ts';

const reload = () => location.reload();

/**
 * Error of a page, within the frame. A page that could not be fetched is loaded once the server
 * answers again; if it answers now, only on request: the part may be missing for good.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  const isLost = isUnreachable(error);
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    if (isLost) fetch('/healthz', { cache: 'no-store' }).catch(() => setDown(true));
  }, [isLost]);
  useServerBack(isDown, reload);
  return (
    <ErrorState
      title={isDown ? CONNECTION_LOST : 'This page could not be loaded'}
      message={messageOf(error)}
      onRetry={isLost ? reload : reset}
    />
  );
}
