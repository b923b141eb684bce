import { environmentsOf } from './environments.ts';
import { type Connection, call, request } from './request.ts';
import type { Batch, Filters, GenerationSettings, Sandbox, Table } from './types.ts';

export { SandboxError } from './request.ts';
export type * from './types.ts';

const PAGE_ROWS = 1000;

type Page<Of> = { data: Of[]; next?: string };

async function* rows<Of>(connection: Connection, table: Table, filters: Filters) {
  let cursor: string | undefined;
  do {
    const page: Page<Of> = await call(connection, 'sandbox-query', {
      table,
      filters,
      limit: PAGE_ROWS,
      ...(cursor !== undefined && { cursor }),
    });
    yield* page.data;
    cursor = page.next;
  } while (cursor !== undefined);
}

type Run = { status: string; error: string | null };

async function generate(connection: Connection, entity: string, settings: GenerationSettings) {
  const read = async <Of>(path: string) =>
    (await (await request(connection, `/rest/v1/${path}`)).json()) as Of[];
  const { runId } = await call<{ runId: string }>(connection, `generate-${entity}`, settings);
  for (;;) {
    const [run] = await read<Run>(`runs?select=status,error&id=eq.${runId}`);
    if (run?.status === 'completed') break;
    if (run === undefined || run.status === 'failed' || run.status === 'cancelled') {
      throw new Error(run?.error ?? `The run ${runId} was ${run?.status ?? 'deleted'}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return read<Batch>(
    `generation_logs?select=batch_id,entity_type,record_count,status&run_id=eq.${runId}&order=entity_type`,
  );
}

async function download(connection: Connection, batchId: string, format: string) {
  const file = await call<{ path: string; sha256: string }>(connection, 'export-batch', {
    batch_id: batchId,
    format,
  });
  const path = file.path.split('/').map(encodeURIComponent).join('/');
  const answer = await request(connection, `/storage/v1/object/${path}`);
  const bytes = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (found !== file.sha256) {
    throw new Error(`${file.path} has SHA-256 ${found}; the server recorded ${file.sha256}.`);
  }
  return new Uint8Array(bytes);
}

const ofProcess = (name: string): string | undefined =>
  (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env[name];

/** Opens a sandbox by address and key; SANDBOX_URL and SANDBOX_KEY of the environment by default. */
export function openSandbox({
  url = ofProcess('SANDBOX_URL'),
  key = ofProcess('SANDBOX_KEY'),
}: Partial<Connection> = {}): Sandbox {
  if (!url || !URL.canParse(url))
    throw new Error('url or SANDBOX_URL: expected the address of a sandbox.');
  if (!key)
    throw new Error('key or SANDBOX_KEY: expected an API key; administrators create one at /api.');
  const connection = { url, key };
  return {
    call: (name, body) => call(connection, name, body),
    rows: (table, filters = {}) => rows(connection, table, filters),
    generate: (entity, settings = {}) => generate(connection, entity, settings),
    download: (batchId, format = 'csv') => download(connection, batchId, format),
    environments: environmentsOf(connection, (own) => openSandbox({ url, key: own })),
  };
}
