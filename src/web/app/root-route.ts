import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router';
import { RootError } from './root-error.tsx';
import { RootLayout } from './root-layout.tsx';

export const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
  errorComponent: RootError,
});
