/** The navigation, in its order. `description` is shown on hover and on focus. */
export const NAVIGATION = [
  { path: '/dashboard', label: 'Dashboard', description: 'View statistics and generate data' },
  { path: '/ingestion', label: 'Ingestion', description: 'Upload real transaction data' },
  { path: '/explorer', label: 'Data Explorer', description: 'Browse and export synthetic data' },
  { path: '/reports', label: 'Reports', description: 'Quality and privacy reports' },
  { path: '/governance', label: 'Governance', description: 'Data generation audit logs' },
  {
    path: '/ai-governance',
    label: 'AI Governance',
    description: 'AI audit trail and evidence vault',
    also: '/evidence-vault',
  },
  {
    path: '/exceptions',
    label: 'Exceptions',
    description: 'Review and approve anomaly exceptions',
  },
  { path: '/users', label: 'Users', description: 'Manage entities and users', superadmin: true },
  { path: '/api', label: 'API Access', description: 'Documentation and access' },
  { path: '/settings', label: 'Settings', description: 'Account settings' },
] as const satisfies readonly {
  path: string;
  label: string;
  description: string;
  also?: string;
  superadmin?: true;
}[];
