import { zipOf } from '../../platform/files/write-zip.ts';
import { defineFileFunction, type FunctionDefinition } from '../../platform/functions/define.ts';
import { exportOrganizationBody } from '../../shared/contracts/organizations.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { asOwnerFor } from './delete-organization.ts';
import { organizationParts } from './organization-parts.ts';

/**
 * Exports everything that an organization has: to its administrators, and to a superadmin while the
 * deletion that another one requested awaits confirmation.
 */
export const exportOrganizationFunction = (product: Product): FunctionDefinition =>
  defineFileFunction({
    name: 'export-organization',
    summary:
      'Exports an organization as an archive: tables as CSV, stored files, and a manifest with hashes.',
    audience: 'admin',
    body: exportOrganizationBody,
    handle: async ({ body: { org_id: id }, account, caller }) => {
      await asOwnerFor(product, caller, async (tx) => {
        if (account?.role === 'superadmin') {
          await tx.query('select private.require_second_superadmin($1)', [id]);
        } else if (account?.orgId !== id) {
          throw new AppError('not_found', 'Organization not found');
        }
        await tx.query(
          `select audit.record('organization.exported', 'organization', $1::text, $1::uuid)`,
          [id],
        );
      });
      const bytes = zipOf(organizationParts(product, id));
      return { name: `organization-${id}.zip`, bytes };
    },
  });
