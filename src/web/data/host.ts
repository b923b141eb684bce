import { queryOptions } from '@tanstack/react-query';
import { hostConfig } from './client.ts';

export const hostQuery = queryOptions({ queryKey: ['host'], queryFn: hostConfig });
