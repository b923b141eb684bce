import { createHash } from 'node:crypto';
import {
  BLOCK_ENTITIES,
  BLOCK_ROWS,
  engineVersion,
  type Model,
  modelOfOne,
  sampleBlock,
  tablesFromBytes,
} from '../../../engines/synthesize/index.ts';
import { encodeCsv } from '../../../engines/table/encode-csv.ts';
import { type PlainType, plainTable, plainType } from '../../../engines/table/plain-table.ts';
import type { SqlType } from '../../../platform/tabular/columns/typed-column.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DrawWork, OpenWork, Range, UnitPart } from './shard-work.ts';

const ROWS = 'rows';
/** Integer digits, and maximum decimals, of a DECIMAL. */
const WHOLE_DIGITS = 18;
const MAX_SCALE = 15;

const refused = (message: string) => new AppError('bad_request', message);

function sqlType(type: PlainType): SqlType {
  if (type === 'text') return 'VARCHAR';
  if (type === 'date') return 'DATE';
  if (type === 'time') return 'TIME';
  if (type === 'local time') return 'TIMESTAMP';
  if (type === 'moment') return 'TIMESTAMPTZ';
  const { decimals } = type;
  if (decimals === 0) return 'BIGINT';
  return decimals > MAX_SCALE ? 'DOUBLE' : `DECIMAL(${WHOLE_DIGITS + decimals},${decimals})`;
}

/** Reads a single-table model with independent blocks. */
function modelIn(bytes: Uint8Array, sha256: string): Model {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new AppError('conflict', 'The model does not match the SHA-256 in the plan.');
  const model = modelOfOne(tablesFromBytes(bytes));
  if (model === null)
    throw refused('Models of linked tables cannot be sampled in shards. Use sandbox sample.');
  if (model.statement !== undefined)
    throw refused(
      'Statements with a running balance cannot be sampled in shards. Use sandbox sample.',
    );
  return model;
}

function sizeOf({ core }: Model, { rows, histories, given }: DrawWork): [number, number] {
  if (core.kind !== 'sequence') {
    if (rows === undefined || histories !== undefined)
      throw refused('A model of independent rows requires rows, the number of rows to sample.');
    return [rows, BLOCK_ROWS];
  }
  if (histories === undefined || rows !== undefined)
    throw refused('A sequence model requires histories, the number of sequences to sample.');
  if (Object.keys(given).length > 0) throw refused('Fixed values do not apply to sequence models.');
  return [histories, BLOCK_ENTITIES];
}

/**
 * Opens a model's sampling in units: blocks of 65,536 rows, or of 256 sequences ordered by time.
 * @throws AppError if the model's rows cannot be sampled in parts
 */
export function openDraw(work: DrawWork, bytes: Uint8Array): OpenWork {
  const { seed, modelSha256, given } = work;
  const model = modelIn(bytes, modelSha256);
  const [total, blockSize] = sizeOf(model, work);
  const draw = (block: number, count: number) => {
    const size = work.rows === undefined ? { rows: Infinity, entities: count } : { rows: count };
    return plainTable(sampleBlock(model, { ...size, block, seed: BigInt(seed), given }));
  };
  const held = (units: Range): Range => {
    const first = units.first * blockSize;
    return { first, count: Math.min(total, first + units.count * blockSize) - first };
  };
  const name = work.rows === undefined ? 'histories' : ROWS;
  const columns = draw(0, 1).columns.map((column) => ({
    name: column.name,
    type: sqlType(plainType(column)),
  }));
  return {
    engine: { name: 'synthesize', version: engineVersion },
    request: { [name]: total, given },
    source: { modelSha256 },
    facts: {},
    tables: [{ name: ROWS, columns }],
    units: Math.ceil(total / blockSize),
    holds: (units) => ({ [name]: held(units) }),
    rowsOf: ({ holds }) => (holds[ROWS] === undefined ? {} : { [ROWS]: holds[ROWS].count }),
    *make({ first, count }): Generator<UnitPart, Record<string, number>> {
      for (let unit = first; unit < first + count; unit++) {
        const table = draw(unit, Math.min(blockSize, total - unit * blockSize));
        yield { unit, table: ROWS, csv: encodeCsv(table), rows: table.rows };
      }
      return {};
    },
  };
}
