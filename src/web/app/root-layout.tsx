import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Outermost layout. Moves focus to the page title after navigation for screen readers. */
export function RootLayout() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
  return <Outlet />;
}
