import { queryOptions } from '@tanstack/react-query';
import { hostConfig } from './client.ts';

/** What the host says about itself. */
export const hostQuery = queryOptions({ queryKey: ['host'], queryFn: hostConfig });
