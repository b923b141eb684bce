import { type RandomStream, type Seed, streamFor } from '../../random/stream.ts';
import { withoutFileOrder } from '../../table/declared-sequence.ts';
import type { Column, Table } from '../../table/table.ts';
import { decodeNumber } from '../codec/decode-number.ts';
import { decodeColumn, replaceRare } from '../codec/field.ts';
import type { NumberCodec } from '../codec/number-codec.ts';
import { withBankCountries } from '../columns/bank-countries.ts';
import { withBirths } from '../columns/birth-numbers.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { withComposedCodes } from '../columns/composed-codes.ts';
import { withDates } from '../columns/dated-codes.ts';
import { holdAttributes } from '../columns/hold-attributes.ts';
import { makeWords, writeEntities } from '../columns/make-column.ts';
import { makePeople } from '../columns/make-people.ts';
import { referenceMaker } from '../columns/make-references.ts';
import { missingRows, missingShare } from '../columns/missing-shares.ts';
import { withMostlyBelonging } from '../columns/mostly-belonging.ts';
import { inRowOrder } from '../columns/row-order.ts';
import { BLOCK_ROWS, FitCancelled, type Model } from '../model/model.ts';
import type { PrivateCore } from '../model/private-core.ts';
import { writePayments } from '../payments/write-payments.ts';
import { type Evidence, sampleGiven } from '../private/graphical/sample-given.ts';
import { sampleNetwork, unmerge } from '../private/graphical/sample-network.ts';
import { PURPOSES } from '../random-purposes.ts';
import { byRules } from '../rules/rules.ts';
import { fixHistories } from '../sequence/given-histories.ts';
import { sampleHistories } from '../sequence/history-table.ts';
import { type Drawn, sampleTreesCore } from '../trees/sample-trees.ts';
import type { TreesCore } from '../trees/trees.ts';
import {
  drawGiven,
  type FixedColumn,
  fixColumns,
  type Given,
  type Weighted,
  withFixedValue,
} from './given-values.ts';

export type Signal = { readonly aborted: boolean };

const MIN_POOL = 2048;
/** Stream offset of a block's further pools. */
const NEXT_POOL = 2 ** 24;

type FlatCore = TreesCore | PrivateCore;

function drawPrivately(
  core: PrivateCore,
  {
    known,
    ...request
  }: { rows: number; stream: RandomStream; pause: () => void; known: Evidence | undefined },
): Drawn {
  const { stream } = request;
  const evidence = new Map(
    Array.from(known ?? [], ([c, own]) => [c, own.map((code) => core.merged[c][code])] as const),
  );
  const merged =
    evidence.size === 0
      ? sampleNetwork(core.model, request)
      : sampleGiven(core.model, { ...request, evidence });
  const codes = merged.map((column, c) => known?.get(c) ?? unmerge(column, core.merged[c], stream));
  return { codes, values: codes.map(() => null) };
}

/** Adds given values to the known codes: rows are then drawn given both. */
const withFixedCodes = (known: Evidence, fixed: readonly FixedColumn[], rows: number): Evidence =>
  new Map([
    ...known,
    ...fixed.flatMap(({ fields, codes }) =>
      fields.map((f, k) => [f, new Uint8Array(rows).fill(codes[k])] as const),
    ),
  ]);

/** Draws the modeled part of a block: codes of every field, values already drawn, and weights. */
function drawBlock(
  model: Model,
  {
    core,
    block,
    rows,
    seed,
    fixed,
    known,
    pause,
  }: {
    core: FlatCore;
    block: number;
    rows: number;
    seed: Seed;
    fixed: readonly FixedColumn[];
    known: Evidence | undefined;
    pause: () => void;
  },
): Weighted {
  const followed = new Set(model.lookups.map((lookup) => lookup.field));
  const learned = model.fields.map((_, f) => f).filter((f) => !followed.has(f));
  const codecOf = (i: number) => model.fields[learned[i]].codec as NumberCodec;
  const fixedCodes = new Map<number, number>();
  for (const { fields, codes } of fixed) {
    fields.forEach((f, k) => {
      if (!followed.has(f)) fixedCodes.set(learned.indexOf(f), codes[k]);
    });
  }
  const codes: Uint8Array[] = new Array(model.fields.length);
  const values: (Float64Array | null)[] = model.fields.map(() => null);
  let weights = new Float64Array(rows).fill(1);
  const take = (part: Drawn) => {
    learned.forEach((f, i) => {
      codes[f] = part.codes[i];
      values[f] = part.values[i];
    });
  };
  if (core.kind === 'trees') {
    const sampled = sampleTreesCore(core, {
      rows,
      seed,
      block,
      purpose: PURPOSES.codes,
      drawValue: (field, code, stream) => decodeNumber(codecOf(field), code, stream),
      codecOf,
      fixedCodes,
      pause,
    });
    take(sampled);
    weights = sampled.weights;
  } else {
    const stream = streamFor(seed, block, PURPOSES.codes);
    take(drawPrivately(core, { rows, stream, known, pause }));
  }
  for (const { field, parent, map } of model.lookups) {
    replaceRare(
      model.fields[parent],
      codes[parent],
      streamFor(seed, block, PURPOSES.rareValue + parent),
    );
    codes[field] = codes[parent].map((code) => map[code]);
  }
  for (const { fields, codes: required } of fixed) {
    fields.forEach((f, k) => {
      const own = codes[f];
      for (let row = 0; row < rows; row++) if (own[row] !== required[k]) weights[row] = 0;
    });
  }
  return { sampled: { codes, values }, weights };
}

/** Writes what numbers state about other columns of their rows. */
const withFactsOfRows = (table: Table, plans: readonly ColumnPlan[]): Table =>
  withBankCountries(withBirths(table, plans), plans);

/**
 * Draws one block; deterministic for a model, seed and block number. For a table: rows from `block`
 * * 65,536; for sequences: all rows of the entities from `block` * 256.
 *
 * @param rows number of rows, at most 65,536 for a table
 * @param entities for sequences, how many of the block's entities have rows
 * @param known codes of some fields of a private model, for each row
 * @throws FitCancelled once the signal is set, RangeError if given values can't be met
 */
export function sampleBlock(model: Model, request: BlockRequest): Table {
  const table = drawTable(model, request);
  if (model.payments === undefined) return table;
  const isJoined = model.statement !== undefined;
  const isLearned = model.columns.map(({ made }) => made === null);
  return writePayments(table, model.payments, { ...request, isJoined, isLearned });
}

type BlockRequest = {
  block: number;
  rows: number;
  entities?: number | undefined;
  seed: Seed;
  given?: Given | undefined;
  known?: Evidence | undefined;
  signal?: Signal | undefined;
};

function drawTable(
  model: Model,
  { block, rows, entities, seed, given: conditions = {}, known, signal }: BlockRequest,
): Table {
  const pause = () => {
    if (signal?.aborted) throw new FitCancelled();
  };
  pause();
  const { core } = model;
  if (core.kind === 'sequence') {
    const fixedColumns = fixHistories(model, core, conditions);
    const request = { core, block, most: rows, entities, seed, fixedColumns, pause };
    const dated = withDates(sampleHistories(model, request), model.columns);
    const table = withFactsOfRows(dated, model.columns);
    return model.inFileOrder === true ? withoutFileOrder(table) : table;
  }
  const fixed = fixColumns(model, conditions);
  const pool = Math.max(MIN_POOL, rows);
  const sampled =
    fixed.length === 0 || known !== undefined
      ? drawBlock(model, {
          core,
          block,
          rows,
          seed,
          fixed,
          known: known && withFixedCodes(known, fixed, rows),
          pause,
        }).sampled
      : drawGiven(
          rows,
          (attempt) =>
            drawBlock(model, {
              core,
              block: block + attempt * NEXT_POOL,
              rows: pool,
              seed,
              fixed,
              known: undefined,
              pause,
            }),
          streamFor(seed, block, PURPOSES.givenRows),
        );
  const missingShareOf = (i: number) => missingShare(model.columns[i], sampled.codes);
  const referenceOf = referenceMaker(model.columns, {
    rows,
    missingShareOf,
    block: { block, room: BLOCK_ROWS },
    codesOf: (i) => model.columnFields[i].map((f) => sampled.codes[f]),
    streamOf: (i) => streamFor(seed, block, PURPOSES.column + i),
  });
  const columns = model.columns.map((plan, i): Column => {
    pause();
    const { layout, made } = plan;
    const stream = streamFor(seed, block, PURPOSES.column + i);
    if (made === null) {
      const own = model.columnFields[i];
      // The running balance is computed once all rows are drawn.
      if (i === model.statement?.balance && layout.kind === 'number')
        return { ...layout, values: new Float64Array(rows).fill(Number.NaN) };
      const column = decodeColumn(layout, {
        fields: own.map((f) => model.fields[f]),
        codes: own.map((f) => sampled.codes[f]),
        sampled: own.map((f) => sampled.values[f]),
        stream,
      });
      const fixedColumn = fixed.find((entry) => entry.column === i);
      return fixedColumn === undefined ? column : withFixedValue(column, fixedColumn);
    }
    if (made.kind === 'key') {
      const offset = block * BLOCK_ROWS;
      return writeEntities(layout, made, { entity: (row) => offset + row, rows });
    }
    if (made.kind === 'reference') {
      const of = referenceOf(i);
      return writeEntities(layout, made, { entity: (row) => of[row], rows });
    }
    if (made.kind === 'personal' && made.identity !== undefined) {
      const isMissing = missingRows(plan, missingShareOf(i), stream);
      return makePeople(model.columns, { column: i, rows, seed, referenceOf, isMissing });
    }
    return makeWords(layout, {
      plan: made,
      rows,
      missingShare: missingShareOf(i),
      codeOf: (field, row) => sampled.codes[field][row],
      streamOf: () => stream,
    });
  });
  const isGiven = (column: number) => fixed.some((entry) => entry.column === column);
  // The running balance needs the signed movements.
  const sides = model.statement === undefined ? model.sides : undefined;
  const belonging = (model.mostly ?? []).reduce(
    (sofar, own) =>
      isGiven(own.column) ? sofar : withMostlyBelonging(sofar, own, model.belongings),
    { rows, columns } as Table,
  );
  const held = holdAttributes(belonging.columns, model.columns, referenceOf);
  const ruled = byRules({ rows, columns: held }, { ...model, sides }, isGiven);
  const { listedBy } = model;
  const isListed = listedBy !== undefined && known === undefined;
  const listed = isListed ? inRowOrder(ruled, model.columns, listedBy) : ruled;
  const facts = withFactsOfRows(withDates(listed, model.columns), model.columns);
  return withComposedCodes(facts, model.columns, block);
}
