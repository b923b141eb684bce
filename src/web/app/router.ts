import { createRoute, createRouter } from '@tanstack/react-router';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { entryRoutes } from './entry-routes.ts';
import { PageError } from './page-error.tsx';
import { rootRoute } from './root-route.ts';
import { sessionRoutes } from './session-routes.ts';

const landing = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: LandingPage,
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([landing, entryRoutes, sessionRoutes]),
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  scrollRestoration: true,
  // Errors of a page leave the frame around it.
  defaultErrorComponent: PageError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
