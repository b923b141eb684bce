import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '../lib/service-error.ts';
import { ErrorState } from '../ui/states.tsx';
import { followUpdate, loadAgain, PART_LOST } from './load-again.ts';

export function RootError({ error }: ErrorComponentProps) {
  const lost = (error as Error).message === PART_LOST;
  useEffect(() => {
    if (lost) void followUpdate();
  }, [lost]);
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">Synthetic Banking Sandbox</h1>
      <ErrorState
        title="This page could not be loaded"
        message={messageOf(error)}
        onRetry={() => void loadAgain()}
      />
    </main>
  );
}
