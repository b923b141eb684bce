import type { AnyQueryOptions } from './queries.ts';

let isFirstPage = true;

type Page = { firstQueries: (search: Record<string, unknown>) => AnyQueryOptions[] };

/** Returns a loader that prefetches the first page's queries. Later pages fetch their own. */
export function firstData(page: () => Promise<Page>) {
  return async (visit: { preload: boolean; location: { search: object } }): Promise<void> => {
    if (visit.preload || !isFirstPage) return;
    isFirstPage = false;
    const [{ askFirst, frameQueries }, { firstQueries }] = await Promise.all([
      import('./queries.ts'),
      page(),
    ]);
    askFirst([...firstQueries({ ...visit.location.search }), ...frameQueries]);
  };
}
