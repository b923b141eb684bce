import type { FunctionDefinition } from '../../platform/functions/define.ts';
import type { Product } from '../product.ts';
import { deleteOrganizationFunction } from './delete-organization.ts';
import { exportOrganizationFunction } from './export-organization.ts';

export const organizationFunctions = (product: Product): FunctionDefinition[] => [
  deleteOrganizationFunction(product),
  exportOrganizationFunction(product),
];
