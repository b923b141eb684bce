import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { BANK_TABLES, isBankTable } from '../../../shared/bank-tables.ts';
import { tableWords } from '../../../shared/institutions.ts';
import { EXPLORER_ROWS } from '../../../shared/limits.ts';
import { countsQuery } from '../../data/counts.ts';
import { entityRowsQuery } from '../../data/entity-rows.ts';
import { newestBookQuery } from '../../data/newest-book.ts';
import { useInstitution } from '../../data/profile.ts';
import { capitalized } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { BookPanel } from './book-panel.tsx';
import { ENTITIES } from './entities.tsx';
import { EntityPanel } from './entity-panel.tsx';

const route = getRouteApi('/session/explorer');

/** Tabs of the bank's tables and of the newest book; those of the organization's kind are first. */
function useTabs() {
  const isBank = useInstitution() === 'bank';
  const { data: book = [], isPending } = useQuery(newestBookQuery);
  const { data: counts } = useQuery({ ...countsQuery, enabled: !isBank });
  const bank = BANK_TABLES.map((table) => ({
    value: table as string,
    label: ENTITIES[table].label,
  }));
  const own = book.map(({ table }) => ({
    value: table,
    label: capitalized(tableWords(table)),
  }));
  const hasBank = own.length === 0 || (counts?.customers ?? 0) + (counts?.accounts ?? 0) > 0;
  return {
    book,
    isPending: isPending && !isBank,
    tabs: isBank ? [...bank, ...own] : [...own, ...(hasBank ? bank : [])],
  };
}

export function ExplorerPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { tabs, book, isPending } = useTabs();
  const tab = tabs.some(({ value }) => value === search.tab) ? search.tab! : tabs[0]!.value;
  const bankTable = isBankTable(tab) ? tab : null;
  const rows = useQuery({
    ...entityRowsQuery(bankTable ?? 'customers'),
    enabled: bankTable !== null && !isPending,
  });
  const ofBook = book.find(({ table }) => table === tab);
  const onPage = (next: number) =>
    void navigate({
      search: ({ page: _page, ...rest }) => (next > 1 ? { ...rest, page: next } : rest),
    });
  const onClearSearch = () => void navigate({ search: ({ q: _q, ...rest }) => rest });
  return (
    <>
      <PageHead page="/explorer" action={<OriginMark origin="synthetic" />}>
        {ofBook
          ? `The first ${EXPLORER_ROWS} rows of each table of the newest batch. Download has all.`
          : `The newest ${EXPLORER_ROWS} rows of each table. Export downloads the full latest batch.`}
        {' Batches learned from your files are under '}
        <Link to="/reports" search={{}} className="link">
          Reports
        </Link>
        , each with its rows.
      </PageHead>
      <SearchField
        label="Search the loaded rows"
        value={search.q ?? ''}
        onChange={(q) =>
          void navigate({
            replace: true,
            search: ({ page: _page, q: _q, ...rest }) => (q === '' ? rest : { ...rest, q }),
          })
        }
      />
      <Tabs
        label="Tables"
        value={tab}
        tabs={tabs}
        onChange={(value) =>
          void navigate({
            search: search.q === undefined ? { tab: value } : { tab: value, q: search.q },
          })
        }
      >
        <TabPanel value={tab}>
          <Card>
            {ofBook && (
              <BookPanel
                batch={ofBook}
                typed={search.q ?? ''}
                page={search.page ?? 1}
                onPage={onPage}
                onClearSearch={onClearSearch}
              />
            )}
            {bankTable !== null && (
              <EntityPanel
                tab={bankTable}
                rows={rows}
                typed={search.q ?? ''}
                page={search.page ?? 1}
                sort={search.sort}
                onPage={onPage}
                onSort={(next) =>
                  void navigate({
                    replace: true,
                    search: ({ page: _page, sort: _sort, ...rest }) =>
                      next === undefined ? rest : { ...rest, sort: next },
                  })
                }
                onClearSearch={onClearSearch}
              />
            )}
          </Card>
        </TabPanel>
      </Tabs>
    </>
  );
}
