import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '../lib/service-error.ts';
import { ErrorState } from '../ui/states.tsx';

export const PART_LOST = 'Failed to fetch';

/** Reloads the page if the server answers; otherwise the browser would show its own error page. */
const loadAnew = () =>
  fetch(location.href).then(
    () => location.reload(),
    () => {},
  );

/** Reloads once after an update has removed a part of the older build. */
async function followUpdate(): Promise<void> {
  if (sessionStorage.anew === location.href) return;
  sessionStorage.anew = location.href;
  await loadAnew();
}

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
