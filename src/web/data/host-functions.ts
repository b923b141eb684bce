import { queryOptions, useQuery } from '@tanstack/react-query';
import { UNREACHABLE } from '../lib/service-error.ts';

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

export function useHasFunction(name: string): boolean {
  return useQuery(functionsQuery).data?.has(name) ?? false;
}
