import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { documentsQuery, type Vault } from '../../data/evidence.ts';
import type { EvidenceDocument } from '../../data/rows.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { DeleteDocument } from './delete-document.tsx';
import { DocumentTable } from './document-table.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { UploadArea } from './upload-area.tsx';

const route = getRouteApi('/session/evidence-vault');

const TABS = [
  { value: 'organization', label: 'Organization' },
  { value: 'global', label: 'Global' },
] as const;

export function EvidenceVaultPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const vault: Vault = search.vault ?? 'organization';
  const documents = useQuery(documentsQuery(vault));
  const [linking, setLinking] = useState<string | null>(null);
  const [pendingDelete, setPendingDelete] = useState<EvidenceDocument | null>(null);
  const typed = search.q ?? '';
  const clear = () => void navigate({ replace: true, search: ({ q: _q, ...rest }) => rest });

  return (
    <>
      <PageHead page="/evidence-vault">
        Compliance evidence for model approvals. Link each document to the model runs it supports.
      </PageHead>
      <Tabs
        label="Vault"
        value={vault}
        tabs={TABS}
        onChange={(value) =>
          void navigate({ search: value === 'organization' ? {} : { vault: value } })
        }
      >
        <TabPanel value={vault}>
          <UploadArea key={vault} vault={vault} />
          <SearchField
            label="Search by filename"
            value={typed}
            onChange={(q) =>
              q === ''
                ? clear()
                : void navigate({ replace: true, search: (rest) => ({ ...rest, q }) })
            }
          />
          <Card aria-label="Documents">
            <QueryView query={documents} errorTitle="Error loading documents">
              {(rows) => {
                const filtered = rows.filter((row) =>
                  row.filename.toLowerCase().includes(typed.trim().toLowerCase()),
                );
                if (rows.length === 0) {
                  return (
                    <EmptyState title="No documents yet">
                      {vault === 'global'
                        ? 'Documents uploaded here are visible to every organization on this server.'
                        : 'Policies, validations and reports of your organization belong here.'}
                    </EmptyState>
                  );
                }
                if (filtered.length === 0) {
                  return (
                    <EmptyState
                      title={`No filename contains “${typed}”`}
                      action={<Button onClick={clear}>Clear search</Button>}
                    />
                  );
                }
                return (
                  <DocumentTable
                    documents={filtered}
                    onLink={(document) => setLinking(document.id)}
                    onDelete={setPendingDelete}
                  />
                );
              }}
            </QueryView>
          </Card>
        </TabPanel>
      </Tabs>
      <LinkDialog
        document={documents.data?.find(({ id }) => id === linking)}
        onClose={() => setLinking(null)}
      />
      <DeleteDocument document={pendingDelete} onClose={() => setPendingDelete(null)} />
    </>
  );
}
