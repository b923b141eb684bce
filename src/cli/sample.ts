import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  anyModelFromBytes,
  BLOCK_ROWS,
  type Given,
  type Model,
  sample,
  sampleBlock,
} from '../engines/synthesize/index.ts';
import { formatTable } from '../engines/table/format-table.ts';
import type { Table } from '../engines/table/table.ts';
import { writeCsv } from '../platform/tabular/write-csv.ts';
import { AppError } from '../shared/errors.ts';
import { openHashedFile } from './hashed-file.ts';
import { sampleTables } from './sample-tables.ts';

const options = {
  rows: { type: 'string', multiple: true },
  scale: { type: 'string' },
  seed: { type: 'string' },
  out: { type: 'string' },
  given: { type: 'string', multiple: true },
} as const;

const refused = (message: string) => new AppError('bad_request', message);

function givenFrom(pairs: readonly string[] | undefined): Given {
  const given: Record<string, string> = {};
  for (const pair of pairs ?? []) {
    const at = pair.indexOf('=');
    if (at < 1) throw refused('--given takes COLUMN=VALUE');
    given[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return given;
}

/** The rows in parts, each made when the one before is written; histories in order of time come whole. */
function* parts(model: Model, rows: number, seed: bigint, given: Given): Generator<Table> {
  if (model.core.kind === 'sequence') {
    yield sample(model, { rows, seed, given });
    return;
  }
  for (let block = 0; block * BLOCK_ROWS < rows; block++) {
    const left = rows - block * BLOCK_ROWS;
    yield sampleBlock(model, block, Math.min(BLOCK_ROWS, left), seed, given);
    if (process.stderr.isTTY) {
      process.stderr.write(`\r\x1b[K${Math.min(rows, (block + 1) * BLOCK_ROWS)} of ${rows} rows`);
    }
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

function* batches(tables: Iterable<Table>) {
  for (const table of tables) yield formatTable(table).textColumns;
}

/** `sandbox sample`: draws rows from a model that `sandbox fit` wrote, as CSV. The same seed gives the same bytes. */
export async function sampleCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...more] = positionals;
  const { out, seed = '' } = values;
  if (path === undefined || more.length > 0) throw refused('name one model file');
  if (out === undefined) throw refused('--out must name a file, or a folder for several tables');
  if (!/^\d{1,20}$/.test(seed)) throw new RangeError('--seed must be a whole number');
  const asked = values.rows ?? [];
  if (asked.some((rows) => !/^([\w-]+=)?[1-9]\d{0,9}$/.test(rows)))
    throw new RangeError('--rows must be a whole number from 1');
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new AppError('not_found', `cannot read ${path}`, { cause });
  });
  const model = anyModelFromBytes(bytes);
  if ('kind' in model) {
    if (values.given !== undefined) throw refused('--given is for a model of one table');
    return sampleTables(model, { seed: BigInt(seed), out, rows: asked, scale: values.scale });
  }
  if (values.scale !== undefined) throw refused('--scale is for a model of several tables');
  const rows = Number(asked[0]);
  if (asked.length !== 1 || !(rows >= 1))
    throw new RangeError('--rows must be a whole number from 1, for a model of one table');
  const given = givenFrom(values.given);
  const names = model.columns.map(({ layout }) => layout.name);
  const file = openHashedFile(out);
  try {
    const made = parts(model, rows, BigInt(seed), given);
    for await (const chunk of writeCsv(names, batches(made))) file.write(chunk);
  } catch (error) {
    file.discard();
    throw error;
  }
  const { sha256 } = file.close();
  const { core } = model;
  const cost =
    core.kind === 'private'
      ? `; epsilon ${core.guarantee.epsilon.toFixed(4)} was spent when the model was learned, sampling it again costs nothing`
      : '';
  process.stdout.write(`${rows} rows in ${out}, SHA-256 ${sha256}${cost}\n`);
  return 0;
}
