/** Every path that is a page. Anything else answers 404, with the application saying so. */
export const PAGE_PATHS = [
  '/',
  '/auth',
  '/reset-password',
  '/admin-setup',
  '/dashboard',
  '/ingestion',
  '/explorer',
  '/reports',
  '/governance',
  '/ai-governance',
  '/evidence-vault',
  '/exceptions',
  '/settings',
  '/api',
  '/users',
] as const;
