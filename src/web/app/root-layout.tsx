import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Around every page: after a change of page, focus goes to its title, so that it is heard. */
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
