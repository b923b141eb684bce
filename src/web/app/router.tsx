import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { BANK_TABLES } from '../../shared/bank-tables.ts';
import { EXCEPTION_STATUSES } from '../../shared/statuses.ts';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { oneOf, page, sortIn, text } from '../lib/search.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { RootError } from './root-error.tsx';
import { RootLayout } from './root-layout.tsx';

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: RootError,
});

const landing = createRoute({ getParentRoute: () => root, path: '/', component: LandingPage });

const entry = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: lazyRouteComponent(() => import('./entry-layout.tsx'), 'EntryLayout'),
});

const auth = createRoute({
  getParentRoute: () => entry,
  path: '/auth',
  beforeLoad: async () => {
    const { currentSession } = await import('../lib/session.ts');
    if (await currentSession()) throw redirect({ to: '/dashboard' });
  },
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => entry,
  path: '/reset-password',
  component: lazyRouteComponent(
    () => import('../features/reset-password/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
});

const adminSetup = createRoute({
  getParentRoute: () => entry,
  path: '/admin-setup',
  component: lazyRouteComponent(
    () => import('../features/admin-setup/admin-setup-page.tsx'),
    'AdminSetupPage',
  ),
});

const session = createRoute({
  getParentRoute: () => root,
  id: 'session',
  beforeLoad: async () => {
    const { currentSession } = await import('../lib/session.ts');
    if (!(await currentSession())) throw redirect({ to: '/auth' });
  },
  component: lazyRouteComponent(() => import('./session-layout.tsx'), 'SessionLayout'),
});

const dashboard = createRoute({
  getParentRoute: () => session,
  path: '/dashboard',
  component: lazyRouteComponent(
    () => import('../features/dashboard/dashboard-page.tsx'),
    'DashboardPage',
  ),
});

const ingestion = createRoute({
  getParentRoute: () => session,
  path: '/ingestion',
  validateSearch: (search) => ({ ...text(search, 'dataset'), ...sortIn(search) }),
  component: lazyRouteComponent(
    () => import('../features/ingestion/ingestion-page.tsx'),
    'IngestionPage',
  ),
});

const explorer = createRoute({
  getParentRoute: () => session,
  path: '/explorer',
  validateSearch: (search) => ({
    ...oneOf(search, 'tab', BANK_TABLES),
    ...text(search, 'q'),
    ...page(search),
    ...sortIn(search),
  }),
  component: lazyRouteComponent(
    () => import('../features/explorer/explorer-page.tsx'),
    'ExplorerPage',
  ),
});

const settings = createRoute({
  getParentRoute: () => session,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/settings/settings-page.tsx'),
    'SettingsPage',
  ),
});

const reports = createRoute({
  getParentRoute: () => session,
  path: '/reports',
  validateSearch: (search) => text(search, 'batch'),
  component: lazyRouteComponent(
    () => import('../features/reports/reports-page.tsx'),
    'ReportsPage',
  ),
});

const governance = createRoute({
  getParentRoute: () => session,
  path: '/governance',
  validateSearch: (search) => ({ ...text(search, 'batch'), ...page(search), ...sortIn(search) }),
  component: lazyRouteComponent(
    () => import('../features/governance/governance-page.tsx'),
    'GovernancePage',
  ),
});

const aiGovernance = createRoute({
  getParentRoute: () => session,
  path: '/ai-governance',
  validateSearch: (search) => ({ ...text(search, 'run'), ...sortIn(search) }),
  component: lazyRouteComponent(
    () => import('../features/ai-governance/ai-governance-page.tsx'),
    'AiGovernancePage',
  ),
});

const evidenceVault = createRoute({
  getParentRoute: () => session,
  path: '/evidence-vault',
  validateSearch: (search) => ({ ...oneOf(search, 'vault', ['global']), ...text(search, 'q') }),
  component: lazyRouteComponent(
    () => import('../features/evidence-vault/evidence-vault-page.tsx'),
    'EvidenceVaultPage',
  ),
});

const exceptions = createRoute({
  getParentRoute: () => session,
  path: '/exceptions',
  validateSearch: (search) => ({
    ...oneOf(search, 'status', EXCEPTION_STATUSES),
    ...text(search, 'batch'),
    ...sortIn(search),
  }),
  component: lazyRouteComponent(
    () => import('../features/exceptions/exceptions-page.tsx'),
    'ExceptionsPage',
  ),
});

const users = createRoute({
  getParentRoute: () => session,
  path: '/users',
  component: lazyRouteComponent(
    () => import('../features/users/superadmin-guard.tsx'),
    'SuperadminGuard',
  ),
});

const api = createRoute({
  getParentRoute: () => session,
  path: '/api',
  component: lazyRouteComponent(() => import('../features/api-access/api-page.tsx'), 'ApiPage'),
});

/** Every page of the application. What is not in this list answers with the page for unknown paths. */
const routeTree = root.addChildren([
  landing,
  entry.addChildren([auth, resetPassword, adminSetup]),
  session.addChildren([
    dashboard,
    ingestion,
    explorer,
    reports,
    governance,
    aiGovernance,
    evidenceVault,
    exceptions,
    users,
    api,
    settings,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
