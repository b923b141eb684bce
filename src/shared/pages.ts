export type Guard = 'public' | 'session' | 'superadmin';

export type Section = 'Data' | 'Trust' | 'Administration';

type Page = {
  path: `/${string}`;
  title: string;
  guard: Guard;
  /** Folder in `src/web/features`, if it differs from the path. */
  feature?: string;
  /** Tooltip of the navigation link. Pages without one are not in the navigation. */
  description?: string;
  section?: Section;
  /** Page whose link is marked as current while this one is open. */
  within?: `/${string}`;
};

/** All pages, in navigation order. Other paths return 404 with the application. */
const PAGES = [
  { path: '/', title: 'Synthetic Banking Sandbox', guard: 'public', feature: 'landing' },
  { path: '/auth', title: 'Sign in', guard: 'public', feature: 'sign-in' },
  {
    path: '/reset-password',
    title: 'Reset password',
    guard: 'public',
  },
  { path: '/admin-setup', title: 'Admin setup', guard: 'public' },
  {
    path: '/dashboard',
    title: 'Dashboard',
    guard: 'session',
    description: 'View statistics and generate data',
    section: 'Data',
  },
  {
    path: '/ingestion',
    title: 'Ingestion',
    guard: 'session',
    description: 'Upload real transaction data',
    section: 'Data',
  },
  {
    path: '/explorer',
    title: 'Data Explorer',
    guard: 'session',
    description: 'Browse and export synthetic data',
    section: 'Data',
  },
  {
    path: '/reports',
    title: 'Reports',
    guard: 'session',
    description: 'Quality and privacy reports',
    section: 'Trust',
  },
  {
    path: '/governance',
    title: 'Governance',
    guard: 'session',
    description: 'Data generation audit logs',
    section: 'Trust',
  },
  {
    path: '/ai-governance',
    title: 'AI Governance',
    guard: 'session',
    description: 'AI audit trail and evidence vault',
    section: 'Trust',
  },
  {
    path: '/evidence-vault',
    title: 'Evidence Vault',
    guard: 'session',
    within: '/ai-governance',
  },
  {
    path: '/exceptions',
    title: 'Exceptions',
    guard: 'session',
    description: 'Review and approve anomaly exceptions',
    section: 'Trust',
  },
  {
    path: '/users',
    title: 'Users',
    guard: 'superadmin',
    description: 'Manage entities and users',
    section: 'Administration',
  },
  {
    path: '/api',
    title: 'API Access',
    guard: 'session',
    feature: 'api-access',
    description: 'Documentation and access',
    section: 'Administration',
  },
  {
    path: '/settings',
    title: 'Settings',
    guard: 'session',
    description: 'Account settings',
    section: 'Administration',
  },
] as const satisfies readonly Page[];

export type PagePath = (typeof PAGES)[number]['path'];
export type PathGuardedBy<Which extends Guard> = Extract<
  (typeof PAGES)[number],
  { guard: Which }
>['path'];

export const PAGE_PATHS: readonly PagePath[] = PAGES.map(({ path }) => path);

const pages: readonly (Page & { path: PagePath })[] = PAGES;
export const pagesFor = (...guards: Guard[]) => pages.filter(({ guard }) => guards.includes(guard));
export const featureOf = ({ path, feature }: Page): string => feature ?? path.slice(1);
export const titleOf = (path: PagePath): string => pages.find((page) => page.path === path)!.title;

export const navigationFor = (options: { superadmin: boolean }) =>
  pages.filter(
    ({ description, guard }) =>
      description !== undefined && (guard !== 'superadmin' || options.superadmin),
  );

export const linkOf = (path: string): string =>
  pages.find((page) => page.path === path)?.within ?? path;
