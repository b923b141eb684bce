import type { ErrorComponentProps } from '@tanstack/react-router';
import { messageOf } from '../lib/service-error.ts';
import { ErrorState } from '../ui/states.tsx';
import { CONNECTION_LOST, isUnreachable, useServerBack } from './use-server-back.ts';

const reload = () => location.reload();

/** Error of a page, within the frame; a page that could not be fetched is loaded once it can be. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const isLost = isUnreachable(error);
  useServerBack(isLost, reload);
  return (
    <ErrorState
      title={isLost ? CONNECTION_LOST : 'This page could not be loaded'}
      message={messageOf(error)}
      onRetry={isLost ? reload : reset}
    />
  );
}
