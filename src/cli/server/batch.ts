import { parseArgs } from 'node:util';
import { BANK_TABLES } from '../../shared/bank-tables.ts';
import type { ExportedBatch } from '../../shared/contracts/export.ts';
import type { GenerationAnswer } from '../../shared/contracts/generation.ts';
import { refused } from '../terminal/arguments.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { download } from './download.ts';
import { onServer, type Server, untilCompleted } from './server.ts';
import { simulationOf, simulationOptions, wholeNumber } from './simulation-options.ts';

const ENTITIES = [...BANK_TABLES, 'full'] as const;

const options = {
  ...simulationOptions,
  count: { type: 'string' },
  dataset: { type: 'string' },
  mode: { type: 'string' },
  epsilon: { type: 'string' },
  format: { type: 'string', default: 'csv' },
  out: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Batch = {
  batch_id: string;
  name: string | null;
  entity_type: string;
  status: string;
  record_count: number | null;
  created_at: string;
};

const COLUMNS = 'batch_id,name,entity_type,status,record_count,created_at';

/** Rows of a page; below the server's own limit. */
const PAGE_ROWS = 1000;

async function listBatches(server: Server): Promise<Batch[]> {
  const batches: Batch[] = [];
  for (;;) {
    const page = await server.rows<Batch>('generation_logs', {
      select: COLUMNS,
      status: 'neq.deleted',
      order: 'created_at.desc,batch_id',
      limit: String(PAGE_ROWS),
      offset: String(batches.length),
    });
    batches.push(...page);
    if (page.length < PAGE_ROWS) return batches;
  }
}

type Values = ReturnType<typeof parse>['values'];
const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true });

function requestOf(entity: string | undefined, values: Values): [name: string, body: object] {
  const count = values.count === undefined ? {} : { count: wholeNumber('count', values.count) };
  const { dataset, mode, epsilon } = values;
  if (dataset !== undefined) {
    const learned = {
      manifest_id: dataset,
      ...count,
      ...(mode && { mode }),
      ...(epsilon && { epsilon: Number(epsilon) }),
      ...simulationOf(values),
    };
    return ['generate-synthetic-from-ingestion', learned];
  }
  if (!ENTITIES.some((name) => name === entity)) {
    throw refused(`Expected one of ${ENTITIES.join(', ')}, or --dataset ID.`);
  }
  return [`generate-${entity}`, { ...count, ...simulationOf(values) }];
}

async function generateBatch(server: Server, entity: string | undefined, values: Values) {
  const [name, body] = requestOf(entity, values);
  const answer = await server.call<GenerationAnswer>(name, body);
  if (answer.status === 'queued') await untilCompleted(server, answer.runId);
  const batches = await server.rows<Batch>('generation_logs', {
    select: COLUMNS,
    run_id: `eq.${answer.runId}`,
    order: 'entity_type',
  });
  const { batchId, runId, message } = answer;
  printSummary({ batchId, runId, message, batches }, values.json, () => batches.map(lineOf));
}

const lineOf = ({ batch_id, entity_type, status, record_count, created_at, name }: Batch) =>
  [batch_id, entity_type, status, `${record_count ?? '-'} rows`, created_at, name ?? '']
    .join('  ')
    .trimEnd();

const VERBS: Record<string, (server: Server, names: string[], values: Values) => Promise<void>> = {
  list: async (server, _names, { json }) => {
    printSummary(await listBatches(server), json, (batches) => batches.map(lineOf));
  },
  generate: (server, [entity], values) => generateBatch(server, entity, values),
  download: async (server, [batchId], { format, out, json }) => {
    if (batchId === undefined || out === undefined) throw refused('Expected BATCH and --out FILE.');
    const body = { batch_id: batchId, format };
    const file = await server.call<ExportedBatch>('export-batch', body);
    const { path, sha256, file_size: bytes, notes } = file;
    await download(server, { path, sha256, out });
    printSummary({ path: out, bytes, sha256, notes }, json, () => [
      `${out}: ${bytes} bytes, SHA-256 ${sha256}`,
      ...notes,
    ]);
  },
  delete: async (server, [batchId], { json }) => {
    if (batchId === undefined) throw refused('Expected the id of a batch.');
    await server.procedure('delete_batch', { p_batch_id: batchId });
    printSummary({ deleted: batchId }, json, () => [`${batchId} deleted`]);
  },
};

export const batchCommand = ([verb = '', ...args]: string[]): Promise<number> =>
  onServer(`batch ${verb}`, async (server) => {
    const run = VERBS[verb];
    if (run === undefined) throw refused(`Expected one of ${Object.keys(VERBS).join(', ')}.`);
    const { values, positionals } = parse(args);
    await run(server, positionals, values);
  });
