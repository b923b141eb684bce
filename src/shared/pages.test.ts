import { describe, expect, it } from 'vitest';
import { linkOf, navigationFor, PAGE_PATHS, pagesFor, titleOf } from './pages.ts';

const linksFor = (superadmin: boolean) =>
  navigationFor({ superadmin }).map(({ title, description }) => `${title}: ${description}`);

describe('the pages', () => {
  it('are each named once', () => {
    expect(new Set(PAGE_PATHS).size).toBe(PAGE_PATHS.length);
  });

  it('of which anybody opens four, and superadmins alone open Users', () => {
    expect(pagesFor('public').map(({ path }) => path)).toEqual([
      '/',
      '/auth',
      '/reset-password',
      '/admin-setup',
    ]);
    expect(pagesFor('superadmin').map(({ path }) => path)).toEqual(['/users']);
  });

  it('appear in the navigation in the specified order, each with its description', () => {
    expect(linksFor(true)).toEqual([
      'Dashboard: View statistics and generate data',
      'Ingestion: Upload real transaction data',
      'Data Explorer: Browse and export synthetic data',
      'Reports: Quality and privacy reports',
      'Governance: Data generation audit logs',
      'AI Governance: AI audit trail and evidence vault',
      'Exceptions: Review and approve anomaly exceptions',
      'Users: Manage entities and users',
      'API Access: Documentation and access',
      'Settings: Account settings',
    ]);
    expect(linksFor(false)).toEqual(linksFor(true).filter((link) => !link.startsWith('Users')));
  });

  it('mark their own link, and the vault that of AI Governance', () => {
    expect(linkOf('/reports')).toBe('/reports');
    expect(linkOf('/evidence-vault')).toBe('/ai-governance');
    expect(titleOf('/evidence-vault')).toBe('Evidence Vault');
  });
});
