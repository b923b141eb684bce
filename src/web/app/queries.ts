import { type FetchQueryOptions, MutationCache, QueryClient } from '@tanstack/react-query';
import { awaitFirstAnswers } from '../data/first-answers.ts';
import { profileQuery, rolesQuery, superadminQuery } from '../data/profile.ts';
import { runsQuery } from '../data/runs.ts';
import { ServiceError } from '../lib/service-error.ts';

const NOT_ALLOWED = 'You do not have permission to do this.';

const isForbidden = (error: Error): error is ServiceError =>
  error instanceof ServiceError && (error.code === '42501' || error.status === 403);

/** What the pages know of the server, and how they ask. */
function createQueries(): QueryClient {
  // Without a network a request fails at once and says so. It is not kept waiting behind a busy button, and not sent
  // when the network is back, long after the person who pressed it has gone.
  const networkMode = 'always';
  const queries = new QueryClient({
    defaultOptions: {
      queries: { networkMode, refetchOnReconnect: true, retry: 1, staleTime: 5_000 },
      mutations: { networkMode, retry: false },
    },
    mutationCache: new MutationCache({
      // What is refused may be a role withdrawn while the page was open: what the page shows follows from roles.
      onError: (error) => {
        if (!isForbidden(error)) return;
        // The database names its policies; who reads this has no use for them.
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

// Queries of every kind of answer.
// biome-ignore lint/suspicious/noExplicitAny: what a query answers and is called stands in both places of a function
export type AnyQueryOptions = FetchQueryOptions<any, any, any, any>;

/** The one cache of what the server answered. */
export const queries = createQueries();

/** What the frame around every page shows. */
export const frameQueries: AnyQueryOptions[] = [profileQuery, superadminQuery, runsQuery];

/** Asks for what the first page of a visit shows. */
export function askFirst(wanted: readonly AnyQueryOptions[]): void {
  awaitFirstAnswers(Promise.all(wanted.map((query) => queries.prefetchQuery(query))));
}
