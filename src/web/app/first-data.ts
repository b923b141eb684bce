import type { AnyQueryOptions } from './queries.ts';

/** Where the data takes longer, the page shows without it. */
const MAX_WAIT_MS = 200;
let isFirstPage = true;

/** A page's module, which says what the page shows first. */
type Page = { firstQueries: (search: Record<string, unknown>) => AnyQueryOptions[] };

/**
 * Asks for what the first page of a visit shows while its frame is made ready, so that both show at once. Later pages
 * show at once and ask themselves.
 */
export function firstData(page: () => Promise<Page>) {
  return async (visit: { preload: boolean; location: { search: object } }): Promise<void> => {
    if (visit.preload || !isFirstPage) return;
    isFirstPage = false;
    const [{ frameQueries, queries }, { firstQueries }] = await Promise.all([
      import('./queries.ts'),
      page(),
    ]);
    const wanted = [...firstQueries({ ...visit.location.search }), ...frameQueries];
    const asked = Promise.all(wanted.map((query) => queries.prefetchQuery(query)));
    await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  };
}
