import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { messageOf } from '../lib/service-error.ts';
import { ErrorState } from '../ui/states.tsx';

/** A page could not be shown: why, and a way to try again. */
export function RootError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">Synthetic Banking Sandbox</h1>
      <ErrorState
        title="This page could not be loaded"
        message={messageOf(error)}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}
