import { type RandomStream, type Seed, streamFor } from '../random/stream.ts';
import { concatTables } from '../table/concat-tables.ts';
import type { Column, Table } from '../table/table.ts';
import { decodeColumn } from './codec/field.ts';
import { decodeNumber, encodeNumber, type NumberCodec } from './codec/number-codec.ts';
import { type CopulaCore, sampleCopulaCore } from './core/copula.ts';
import { type Drawn, sampleTreesCore, type TreesCore } from './core/trees.ts';
import { drawReferences, makeWords, writeEntities } from './make-column.ts';
import { BLOCK_ROWS, type Model } from './model.ts';
import type { PrivateCore } from './private/fit-private.ts';
import { sampleTreeModel, unmerge } from './private/sample-tree-model.ts';
import { sampleHistories, sortByTime } from './sequence/history-table.ts';

export type SampleRequest = { rows: number; seed: Seed };

const CODES_PURPOSE = 0x520000;
const COLUMN_PURPOSE = 0x530000;

function drawPrivately(core: PrivateCore, rows: number, stream: RandomStream): Drawn {
  const codes = sampleTreeModel(core.model, rows, stream).map((column, c) =>
    unmerge(column, core.merged[c]!, stream),
  );
  return { codes, values: codes.map(() => null) };
}

/** What is learned of one block: codes of every field, and the values that are drawn already. */
function drawBlock(
  model: Model,
  core: CopulaCore | TreesCore | PrivateCore,
  block: number,
  rows: number,
  seed: Seed,
): Drawn {
  const followed = new Set(model.lookups.map((lookup) => lookup.field));
  const learned = model.fields.map((_, f) => f).filter((f) => !followed.has(f));
  const codecOf = (i: number) => model.fields[learned[i]!]!.codec as NumberCodec;
  const drawn: Drawn =
    core.kind === 'private'
      ? drawPrivately(core, rows, streamFor(seed, block, CODES_PURPOSE))
      : core.kind === 'copula'
        ? {
            codes: sampleCopulaCore(core, rows, streamFor(seed, block, CODES_PURPOSE)),
            values: learned.map(() => null),
          }
        : sampleTreesCore(
            core,
            rows,
            seed,
            block,
            CODES_PURPOSE,
            (field, code, stream) => decodeNumber(codecOf(field), code, stream),
            (field, value) => encodeNumber(codecOf(field), value),
          );
  const codes: Uint8Array[] = new Array(model.fields.length);
  const values: (Float64Array | null)[] = model.fields.map(() => null);
  learned.forEach((f, i) => {
    codes[f] = drawn.codes[i]!;
    values[f] = drawn.values[i]!;
  });
  for (const { field, parent, map } of model.lookups) {
    codes[field] = codes[parent]!.map((code) => map[code]!);
  }
  return { codes, values };
}

/**
 * One block: the same for a model, seed and number, whoever asks and when. Of a table it is rows
 * `block` * 65,536 on; of histories, the rows of entities `block` * 256 on, as many as they have.
 *
 * @param rows rows wanted, at most 65,536 of a table
 */
export function sampleBlock(model: Model, block: number, rows: number, seed: Seed): Table {
  const { core } = model;
  if (core.kind === 'sequence') return sampleHistories(model, core, block, rows, seed);
  const drawn = drawBlock(model, core, block, rows, seed);
  const references = new Map<number, Int32Array>();
  const referenceOf = (i: number): Int32Array => {
    const known = references.get(i);
    if (known !== undefined) return known;
    const made = model.columns[i]!.made;
    if (made?.kind !== 'reference') throw new TypeError('no reference column');
    const parent = made.parent >= 0 ? referenceOf(made.parent) : null;
    const stream = streamFor(seed, block, COLUMN_PURPOSE + i);
    const above = made.parent >= 0 ? model.columns[made.parent]!.made : null;
    const parentEntities = above?.kind === 'reference' ? above.entities : 0;
    const of = drawReferences(made, rows, parent, parentEntities, stream);
    references.set(i, of);
    return of;
  };
  const columns = model.columns.map((plan, i): Column => {
    const { layout, made } = plan;
    const stream = streamFor(seed, block, COLUMN_PURPOSE + i);
    if (made === null) {
      const own = model.columnFields[i]!;
      return decodeColumn(
        layout,
        own.map((f) => model.fields[f]!),
        own.map((f) => drawn.codes[f]!),
        own.map((f) => drawn.values[f]!),
        stream,
      );
    }
    if (made.kind === 'key') {
      const offset = block * BLOCK_ROWS;
      return writeEntities(layout, made.pattern, made.first, (row) => offset + row, rows);
    }
    if (made.kind === 'reference') {
      const of = referenceOf(i);
      return writeEntities(layout, made.pattern, made.first, (row) => of[row]!, rows);
    }
    return makeWords(layout, made, rows, () => stream);
  });
  return { rows, columns };
}

/**
 * Draws rows from a model.
 *
 * @param request how many rows, and the 64-bit seed: the same model, rows and seed give the same table
 */
export function sample(model: Model, request: SampleRequest): Table {
  const { rows, seed } = request;
  if (!Number.isSafeInteger(rows) || rows < 1) throw new RangeError('rows must be 1 or more');
  const parts: Table[] = [];
  const { core } = model;
  let made = 0;
  for (let block = 0; made < rows; block++) {
    const left = rows - made;
    const most = core.kind === 'sequence' ? left : Math.min(BLOCK_ROWS, left);
    const part = sampleBlock(model, block, most, seed);
    made += part.rows;
    parts.push(part);
  }
  const table = concatTables(parts);
  return core.kind === 'sequence' && core.sortedByTime ? sortByTime(table, core.timeColumn) : table;
}
