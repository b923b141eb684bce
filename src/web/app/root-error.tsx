import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '../lib/service-error.ts';
import { ErrorState } from '../ui/states.tsx';

export const PART_LOST = 'Failed to fetch';

/** Loads the page anew, if the server is there: without it the browser would show its own page instead. */
const loadAnew = () =>
  fetch(location.href).then(
    () => location.reload(),
    () => {},
  );

/** A part of an older build is gone after an update: loads the new one, once. */
async function followUpdate(): Promise<void> {
  if (sessionStorage.anew === location.href) return;
  sessionStorage.anew = location.href;
  await loadAnew();
}

/** A page could not be shown: why, and a way to try again. */
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
        onRetry={() => void loadAnew()}
      />
    </main>
  );
}
