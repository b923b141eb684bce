import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { EXPLORER_TABS, type ExplorerTab } from '../../lib/explorer-tabs.ts';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/input.tsx';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { ENTITIES } from './entities.tsx';
import { EntityPanel } from './entity-panel.tsx';
import { entityRowsQuery } from './entity-rows.ts';

const route = getRouteApi('/session/explorer');

/** Browse the newest synthetic rows, and take a batch's file along. */
export function ExplorerPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tab: ExplorerTab = search.tab ?? 'customers';
  const rows = useQuery(entityRowsQuery(tab));
  return (
    <>
      <PageHead title="Data Explorer" action={<OriginMark origin="synthetic" />}>
        The newest 100 rows of each table. An export carries the whole of the newest batch.
      </PageHead>
      <search className="relative mb-4 block max-w-md">
        <Search aria-hidden className="absolute top-2.5 left-3 size-4 text-ink-soft" />
        <Input
          type="search"
          aria-label="Search the loaded rows"
          placeholder="Search the loaded rows"
          className="pl-9"
          value={search.q ?? ''}
          onChange={(event) =>
            void navigate({
              replace: true,
              search: ({ page: _page, q: _q, ...rest }) =>
                event.target.value === '' ? rest : { ...rest, q: event.target.value },
            })
          }
        />
      </search>
      <Tabs
        label="Tables"
        value={tab}
        tabs={EXPLORER_TABS.map((value) => ({ value, label: ENTITIES[value].label }))}
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
