import { queryOptions, useQuery } from '@tanstack/react-query';
import { UNREACHABLE } from '../lib/service-error.ts';

/** Names of the functions that this host has, as its own document lists them. */
const functionsQuery = queryOptions({
  queryKey: ['functions'],
  queryFn: async (): Promise<ReadonlySet<string>> => {
    const response = await fetch('/functions/v1/openapi.json');
    if (!response.ok) throw new Error(UNREACHABLE);
    const { paths } = (await response.json()) as { paths: Record<string, unknown> };
    return new Set(Object.keys(paths).map((path) => path.replace('/functions/v1/', '')));
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether the host can do something; what it can't is not offered. */
export function useHasFunction(name: string): boolean {
  return useQuery(functionsQuery).data?.has(name) ?? false;
}
