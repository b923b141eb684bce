import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../lib/service-error.ts';
import { ErrorState } from '../ui/states.tsx';
import { followUpdate, loadAgain } from './load-again.ts';
import { CONNECTION_LOST, isUnreachable, useServerBack } from './use-server-back.ts';

const reload = () => location.reload();

/**
 * Error of a page, within the frame. A page that could not be fetched is loaded again once the
 * server answers; if it answers now, once, since an update may have removed the part.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  const isLost = isUnreachable(error);
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    if (isLost) void followUpdate().then((isReached) => setDown(!isReached));
  }, [isLost]);
  useServerBack(isDown, reload);
  return (
    <ErrorState
      title={isDown ? CONNECTION_LOST : 'This page could not be loaded'}
      message={messageOf(error)}
      onRetry={isLost ? () => void loadAgain() : reset}
    />
  );
}
