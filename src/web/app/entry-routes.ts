import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { PathGuardedBy } from '../../shared/pages.ts';
import { rootRoute } from './root-route.ts';

const entry = createRoute({
  getParentRoute: () => rootRoute,
  id: 'entry',
  component: lazyRouteComponent(() => import('./entry-layout.tsx'), 'EntryLayout'),
});

const pages = {
  '/auth': createRoute({
    getParentRoute: () => entry,
    path: '/auth',
    beforeLoad: async () => {
      const { currentSession } = await import('../data/session.ts');
      if (await currentSession()) throw redirect({ to: '/dashboard' });
    },
    component: lazyRouteComponent(
      () => import('../features/sign-in/sign-in-page.tsx'),
      'SignInPage',
    ),
  }),
  '/reset-password': createRoute({
    getParentRoute: () => entry,
    path: '/reset-password',
    component: lazyRouteComponent(
      () => import('../features/reset-password/reset-password-page.tsx'),
      'ResetPasswordPage',
    ),
  }),
  '/admin-setup': createRoute({
    getParentRoute: () => entry,
    path: '/admin-setup',
    component: lazyRouteComponent(
      () => import('../features/admin-setup/admin-setup-page.tsx'),
      'AdminSetupPage',
    ),
  }),
};

export const entryRoutes = entry.addChildren(
  pages satisfies { [Path in Exclude<PathGuardedBy<'public'>, '/'>]: { path: Path } },
);
