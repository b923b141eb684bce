import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readCsvRows } from '../../product/batches/read-csv-rows.ts';
import { BANK_KEYS, BANK_TABLES, isBankTable } from '../../shared/bank-tables.ts';
import type { EnvironmentAnswer } from '../../shared/contracts/environments.ts';
import { EDGE_CASES } from '../../shared/edge-cases.ts';
import { refused } from '../terminal/arguments.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { stageProgress } from '../terminal/progress.ts';
import { onServer, type Server } from './server.ts';
import { simulationOf, simulationOptions, wholeNumber } from './simulation-options.ts';

const options = {
  ...simulationOptions,
  customers: { type: 'string' },
  batch: { type: 'string', multiple: true },
  pin: { type: 'string' },
  expires: { type: 'string' },
  from: { type: 'string' },
  days: { type: 'string' },
  table: { type: 'string' },
  rows: { type: 'string' },
  'edge-cases': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parse>['values'];
const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true });

const expiryOf = ({ expires }: Values) =>
  expires === undefined ? {} : { expires_in_hours: wholeNumber('expires', expires) };

function sourceOf(values: Values): object {
  const { seed, batch, pin, customers } = values;
  const given = [seed, batch, pin].filter((source) => source !== undefined);
  if (given.length !== 1) throw refused('Expected one of --seed, --batch and --pin.');
  if (batch !== undefined) return { batches: batch };
  if (pin !== undefined) return { pin };
  const count = customers === undefined ? {} : { count: wholeNumber('customers', customers) };
  return { simulation: { ...simulationOf(values), ...count } };
}

/** Repeats the request, which continues the environment, until it is ready. */
async function untilReady(server: Server, body: object): Promise<EnvironmentAnswer> {
  const progress = stageProgress();
  for (;;) {
    const answer = await server.call<EnvironmentAnswer>('create-environment', body);
    progress(answer.status === 'ready' ? 'done' : 'generating');
    if (answer.status === 'ready') return answer;
    await sleep(500);
  }
}

const MAX_OVERLAY_BYTES = 1024 * 1024;
const MAX_OVERLAY_ROWS = 100_000;
const OPERATIONS = ['add', 'change', 'remove'] as const;

/** Reads CSV rows; a column `op` states add (the default), change or remove. */
async function rowsOf(table: string | undefined, path: string) {
  if (table === undefined || !isBankTable(table)) {
    throw refused(`--table: expected one of ${BANK_TABLES.join(', ')}.`);
  }
  const { columns, rows } = await readCsvRows(createReadStream(path), {
    offset: 0,
    limit: MAX_OVERLAY_ROWS,
    maxBytes: MAX_OVERLAY_BYTES,
  });
  const overlay = { add: [] as object[], change: [] as object[], remove: [] as unknown[] };
  for (const cells of rows) {
    const row = Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? null]));
    const operation = OPERATIONS.find((name) => name === (row.op ?? 'add'));
    if (operation === undefined) throw refused(`op: expected one of ${OPERATIONS.join(', ')}.`);
    delete row.op;
    if (operation === 'remove') overlay.remove.push(row[BANK_KEYS[table]]);
    // Empty cells of a change leave the column as it is.
    else if (operation === 'change')
      overlay.change.push(
        Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null)),
      );
    else overlay.add.push(row);
  }
  return { [table]: overlay };
}

async function overlayOf(values: Values): Promise<object> {
  const { rows, table, 'edge-cases': cases } = values;
  if (rows === undefined && cases === undefined)
    throw refused('Expected --rows FILE or --edge-cases all|NAME,….');
  const named = cases === 'all' ? EDGE_CASES : (cases?.split(',') ?? []);
  if (rows === undefined) return { edge_cases: named };
  const tables = rows.endsWith('.json')
    ? (JSON.parse(await readFile(rows, 'utf8')) as object)
    : await rowsOf(table, rows);
  return { tables, edge_cases: named };
}

const linesOf = ({ name, status, pin, files, changed, clock }: EnvironmentAnswer) => [
  `${name}: ${status}, pin ${pin ?? '-'}`,
  ...files.map((file) => `  ${file.name}: ${file.rows} rows, SHA-256 ${file.sha256}`),
  ...(clock ? [`  lived until ${clock}`] : []),
  ...(changed.length === 0 ? [] : [`  changed since: ${changed.join(', ')}`]),
];

const COLUMNS = 'id,name,pin,files,changed,clock,expires_at,created_at,reset_at';

type Verb = (server: Server, name: string | undefined, values: Values) => Promise<unknown>;

const plain =
  (verb: string): Verb =>
  (server, environment) =>
    server.call(`${verb}-environment`, environment === undefined ? {} : { environment });

const VERBS: Record<string, Verb> = {
  create: (server, name, values) =>
    untilReady(server, { name, ...sourceOf(values), ...expiryOf(values) }),
  reset: plain('reset'),
  freeze: plain('freeze'),
  delete: plain('delete'),
  branch: (server, name, values) =>
    server.call('branch-environment', {
      name,
      ...(values.from && { environment: values.from }),
      ...expiryOf(values),
    }),
  advance: (server, environment, { days, seed }) =>
    server.call('advance-environment', {
      ...(environment && { environment }),
      days: wholeNumber('days', days ?? ''),
      ...(seed && { seed }),
    }),
  overlay: async (server, environment, values) =>
    server.call('overlay-environment', {
      ...(environment && { environment }),
      ...(await overlayOf(values)),
    }),
  list: (server) => server.rows('environments', { select: COLUMNS, order: 'name' }),
};

function textOf(
  answer: EnvironmentAnswer | EnvironmentAnswer[] | { status: 'deleted'; id: string },
) {
  if (Array.isArray(answer)) {
    return answer.flatMap((one) =>
      linesOf({ ...one, status: one.pin === null ? 'queued' : 'ready' }),
    );
  }
  return answer.status === 'deleted' ? [`${answer.id} deleted`] : linesOf(answer);
}

export const envCommand = ([verb = '', ...args]: string[]): Promise<number> =>
  onServer(`env ${verb}`, async (server) => {
    const run = VERBS[verb];
    if (run === undefined) throw refused(`Expected one of ${Object.keys(VERBS).join(', ')}.`);
    const { values, positionals } = parse(args);
    if (positionals.length > 1) throw refused('Expected at most one name.');
    const answer = await run(server, positionals[0], values);
    printSummary(answer as EnvironmentAnswer, values.json, textOf);
  });
