import type { AnyQueryOptions } from './queries.ts';

let isFirstPage = true;

/** A page's module, which says what the page shows first. */
type Page = { firstQueries: (search: Record<string, unknown>) => AnyQueryOptions[] };

/** Asks for what the first page of a visit shows while its frame is drawn. Later pages ask themselves. */
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
