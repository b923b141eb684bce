import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { PathGuardedBy } from '../../shared/pages.ts';
import { APPROVAL_STATUSES, EXCEPTION_STATUSES } from '../../shared/statuses.ts';
import { oneOf, page, sortIn, text } from '../lib/search.ts';
import { firstData } from './first-data.ts';
import { rootRoute } from './root-route.ts';

const session = createRoute({
  getParentRoute: () => rootRoute,
  id: 'session',
  beforeLoad: async () => {
    const { currentSession } = await import('../data/session.ts');
    if (!(await currentSession())) throw redirect({ to: '/auth' });
  },
  component: lazyRouteComponent(() => import('./session-layout.tsx'), 'SessionLayout'),
});

const pages = {
  '/dashboard': createRoute({
    getParentRoute: () => session,
    path: '/dashboard',
    loader: firstData(() => import('../features/dashboard/dashboard-page.tsx')),
    component: lazyRouteComponent(
      () => import('../features/dashboard/dashboard-page.tsx'),
      'DashboardPage',
    ),
  }),
  '/ingestion': createRoute({
    getParentRoute: () => session,
    path: '/ingestion',
    validateSearch: (search) => ({
      ...text(search, 'dataset'),
      ...text(search, 'generate'),
      ...oneOf(search, 'mode', ['private'] as const),
      ...text(search, 'map'),
      ...text(search, 'calibrate'),
      ...sortIn(search),
    }),
    component: lazyRouteComponent(
      () => import('../features/ingestion/ingestion-page.tsx'),
      'IngestionPage',
    ),
  }),
  '/explorer': createRoute({
    getParentRoute: () => session,
    path: '/explorer',
    validateSearch: (search) => ({
      ...text(search, 'tab'),
      ...text(search, 'q'),
      ...page(search),
      ...sortIn(search),
    }),
    component: lazyRouteComponent(
      () => import('../features/explorer/explorer-page.tsx'),
      'ExplorerPage',
    ),
  }),
  '/reports': createRoute({
    getParentRoute: () => session,
    path: '/reports',
    validateSearch: (search) => ({
      ...text(search, 'batch'),
      ...text(search, 'tab'),
      ...text(search, 'compare'),
      ...page(search),
    }),
    loader: firstData(() => import('../features/reports/reports-page.tsx')),
    component: lazyRouteComponent(
      () => import('../features/reports/reports-page.tsx'),
      'ReportsPage',
    ),
  }),
  '/governance': createRoute({
    getParentRoute: () => session,
    path: '/governance',
    validateSearch: (search) => ({
      ...text(search, 'batch'),
      ...text(search, 'q'),
      ...oneOf(search, 'kind', ['simulated', 'learned', 'blend']),
      ...page(search),
      ...sortIn(search),
    }),
    component: lazyRouteComponent(
      () => import('../features/governance/governance-page.tsx'),
      'GovernancePage',
    ),
  }),
  '/ai-governance': createRoute({
    getParentRoute: () => session,
    path: '/ai-governance',
    validateSearch: (search) => ({
      ...text(search, 'run'),
      ...text(search, 'q'),
      ...oneOf(search, 'status', APPROVAL_STATUSES),
      ...sortIn(search),
    }),
    component: lazyRouteComponent(
      () => import('../features/ai-governance/ai-governance-page.tsx'),
      'AiGovernancePage',
    ),
  }),
  '/evidence-vault': createRoute({
    getParentRoute: () => session,
    path: '/evidence-vault',
    validateSearch: (search) => ({ ...oneOf(search, 'vault', ['global']), ...text(search, 'q') }),
    component: lazyRouteComponent(
      () => import('../features/evidence-vault/evidence-vault-page.tsx'),
      'EvidenceVaultPage',
    ),
  }),
  '/exceptions': createRoute({
    getParentRoute: () => session,
    path: '/exceptions',
    validateSearch: (search) => ({
      ...oneOf(search, 'status', EXCEPTION_STATUSES),
      ...text(search, 'batch'),
      ...text(search, 'case'),
      ...sortIn(search),
    }),
    loader: firstData(() => import('../features/exceptions/exceptions-page.tsx')),
    component: lazyRouteComponent(
      () => import('../features/exceptions/exceptions-page.tsx'),
      'ExceptionsPage',
    ),
  }),
  '/users': createRoute({
    getParentRoute: () => session,
    path: '/users',
    component: lazyRouteComponent(
      () => import('../features/users/superadmin-guard.tsx'),
      'SuperadminGuard',
    ),
  }),
  '/api': createRoute({
    getParentRoute: () => session,
    path: '/api',
    component: lazyRouteComponent(() => import('../features/api-access/api-page.tsx'), 'ApiPage'),
  }),
  '/settings': createRoute({
    getParentRoute: () => session,
    path: '/settings',
    component: lazyRouteComponent(
      () => import('../features/settings/settings-page.tsx'),
      'SettingsPage',
    ),
  }),
};

export const sessionRoutes = session.addChildren(
  pages satisfies { [Path in PathGuardedBy<'session' | 'superadmin'>]: { path: Path } },
);
