import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { readJson } from '../../data/client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type OpenApi, operationsOf } from './open-api.ts';

export function Reference() {
  const document = useQuery({
    queryKey: ['openapi'],
    queryFn: () => readJson<OpenApi>('/functions/v1/openapi.json'),
    staleTime: 600_000,
  });
  return (
    <Card aria-labelledby="reference">
      <CardHead
        id="reference"
        title="Reference"
        action={
          document.data && (
            <Button
              onClick={() =>
                saveFile(JSON.stringify(document.data, null, 2), 'openapi.json', 'application/json')
              }
            >
              <Download aria-hidden /> OpenAPI 3.1
            </Button>
          )
        }
      >
        Every function, its body and its answer.{' '}
        <a className="underline" href="/recipes.txt" target="_blank" rel="noreferrer">
          Recipes for tests, pandas, DuckDB, dbt and CI
        </a>
      </CardHead>
      <div className="border-t border-line">
        <QueryView query={document} errorTitle="The reference could not be loaded">
          {(loaded) => (
            <ul className="divide-y divide-line">
              {operationsOf(loaded).map((operation) => (
                <li key={`${operation.method} ${operation.path}`} className="px-5">
                  <details>
                    <summary className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
                      <code className="font-mono text-xs">
                        {operation.method} {operation.path}
                      </code>
                      <span className="text-ink-soft">{operation.summary}</span>
                    </summary>
                    <div className="grid gap-5 pb-5 lg:grid-cols-2">
                      <Schema title="Body" schema={operation.body} path={operation.path} />
                      <Schema title="Answer" schema={operation.answer} path={operation.path} />
                    </div>
                  </details>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </Card>
  );
}

function Schema(props: { title: string; schema: unknown; path: string }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 text-ink-soft">{props.title}</h3>
      {props.schema === undefined ? (
        <p className="text-ink-soft">None</p>
      ) : (
        <CodeBlock
          label={`${props.title} of ${props.path}`}
          code={JSON.stringify(props.schema, null, 2)}
        />
      )}
    </div>
  );
}
