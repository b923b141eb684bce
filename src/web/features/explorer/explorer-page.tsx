import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { BANK_TABLES, type BankTable } from '../../../shared/bank-tables.ts';
import { EXPLORER_ROWS } from '../../../shared/limits.ts';
import { entityRowsQuery } from '../../data/entity-rows.ts';
import { Card } from '../../ui/card.tsx';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { ENTITIES } from './entities.tsx';
import { EntityPanel } from './entity-panel.tsx';

const route = getRouteApi('/session/explorer');

export function ExplorerPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tab: BankTable = search.tab ?? 'customers';
  const rows = useQuery(entityRowsQuery(tab));
  return (
    <>
      <PageHead page="/explorer" action={<OriginMark origin="synthetic" />}>
        The newest {EXPLORER_ROWS} rows of each table. Export downloads the full latest batch.
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
        tabs={BANK_TABLES.map((value) => ({ value, label: ENTITIES[value].label }))}
        onChange={(value) =>
          void navigate({
            search: search.q === undefined ? { tab: value } : { tab: value, q: search.q },
          })
        }
      >
        <TabPanel value={tab}>
          <Card>
            <EntityPanel
              tab={tab}
              rows={rows}
              typed={search.q ?? ''}
              page={search.page ?? 1}
              sort={search.sort}
              onPage={(next) =>
                void navigate({
                  search: ({ page: _page, ...rest }) => (next > 1 ? { ...rest, page: next } : rest),
                })
              }
              onSort={(next) =>
                void navigate({
                  replace: true,
                  search: ({ page: _page, sort: _sort, ...rest }) =>
                    next === undefined ? rest : { ...rest, sort: next },
                })
              }
              onClearSearch={() => void navigate({ search: ({ q: _q, ...rest }) => rest })}
            />
          </Card>
        </TabPanel>
      </Tabs>
    </>
  );
}
