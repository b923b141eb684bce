import { type FetchQueryOptions, MutationCache, QueryClient } from '@tanstack/react-query';
import { awaitFirstAnswers } from '../data/first-answers.ts';
import { profileQuery, rolesQuery, superadminQuery } from '../data/profile.ts';
import { runsQuery } from '../data/runs.ts';
import { ServiceError } from '../lib/service-error.ts';

const NOT_ALLOWED = 'You do not have permission to do this.';

const isForbidden = (error: Error): error is ServiceError =>
  error instanceof ServiceError && (error.code === '42501' || error.status === 403);

function createQueries(): QueryClient {
  // Fail at once without a network. A paused request would keep its button busy and be sent long
  // after the user has left.
  const networkMode = 'always';
  const queries = new QueryClient({
    defaultOptions: {
      queries: { networkMode, refetchOnReconnect: true, retry: 1, staleTime: 5_000 },
      mutations: { networkMode, retry: false },
    },
    mutationCache: new MutationCache({
      // A refusal may mean that a role was withdrawn while the page was open. The page depends on
      // roles.
      onError: (error) => {
        if (!isForbidden(error)) return;
        // Replace database messages that name policies; users can't act on them.
        if (/row-level security|permission denied for/.test(error.message)) {
          error.message = NOT_ALLOWED;
        }
        for (const { queryKey } of [superadminQuery, rolesQuery, profileQuery]) {
          void queries.invalidateQueries({ queryKey });
        }
      },
    }),
  });
  return queries;
}

// Queries with any answer type.
// biome-ignore lint/suspicious/noExplicitAny: FetchQueryOptions is invariant in its parameters
export type AnyQueryOptions = FetchQueryOptions<any, any, any, any>;

export const queries = createQueries();

export const frameQueries: AnyQueryOptions[] = [profileQuery, superadminQuery, runsQuery];

/** Prefetches the queries of a visit's first page. */
export function askFirst(wanted: readonly AnyQueryOptions[]): void {
  awaitFirstAnswers(Promise.all(wanted.map((query) => queries.prefetchQuery(query))));
}
