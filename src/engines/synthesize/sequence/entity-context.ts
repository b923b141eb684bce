import { type Seed, streamFor } from '../../random/stream.ts';
import type { Spread } from '../../spread.ts';
import { type CodedField, type Field, targetOf } from '../codec/field.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import { PURPOSES } from '../random-purposes.ts';
import type { TreeOptions } from '../trees/tree.ts';
import { fitTreesCore, type TreesCore } from '../trees/trees.ts';
import { drawTreesAfter, fitTreesAfter } from './entity-trees.ts';
import type { FileHistories } from './file-histories.ts';
import { BLOCK_ENTITIES, type Entities } from './sample-sequence.ts';

/** Entities drawn per row to choose from if codes are given. */
const POOLS = 16;
/** Stream offset of a block's further pools. */
const NEXT_POOL = 2 ** 24;

/** Context of entities: fields of another table, by its rows. */
export type EntityContext = {
  fields: readonly Field[];
  codes: readonly Uint8Array[];
  /** Row of that table for each row of the sequences. */
  of: Int32Array;
  /** Earliest possible first days; null if unknown. */
  since: Float64Array | null;
  /** True if first days count from them, and not from 1970. */
  counted: boolean;
};

export type ContextOfEntities = Omit<EntityContext, 'of'>;

type ContextFeatures = Pick<EntityContext, 'codes' | 'since' | 'counted'>;

function ofRows({ codes, since, counted }: ContextFeatures, rows: Int32Array) {
  return {
    codes: codes.map((list) => Uint8Array.from(rows, (row) => list[row])),
    since: since === null ? null : Float64Array.from(rows, (row) => since[row]),
    counted,
  };
}

export function contextOfEntities(context: EntityContext, file: FileHistories): ContextOfEntities {
  const above = Int32Array.from(
    { length: file.count },
    (_, e) => context.of[file.order[file.start[e]]],
  );
  return { fields: context.fields, ...ofRows(context, above) };
}

/** Fits the entities' trees; the last `conditionCount` fields are known before sampling. */
export function fitEntityTrees(
  coded: readonly CodedField[],
  {
    conditionCount,
    options,
    spread,
    step,
  }: {
    conditionCount: number | null;
    options: TreeOptions;
    spread?: Spread | undefined;
    step: (done: number, total: number) => void;
  },
): TreesCore {
  const targets = coded.map(targetOf);
  const smaller = { ...options, leastLeaf: Math.min(options.leastLeaf, 20) };
  if (conditionCount === null) {
    const values = coded.map(() => null);
    return fitTreesCore(targets, { values, options: smaller, spread, step });
  }
  const own = targets.length - conditionCount;
  return fitTreesAfter(targets.slice(0, own), {
    conditions: targets.slice(own),
    options: smaller,
    step,
  });
}

/**
 * Draws a block's entities, each belonging to a row of another table. With given codes, several are
 * drawn for each row, and one is chosen by the probability of its given codes.
 */
export function entitiesBeside(
  core: SequenceCore,
  {
    beside,
    rows,
    seed,
    block,
    fixedCodes = new Map(),
  }: {
    beside: ContextFeatures;
    rows: Int32Array;
    seed: Seed;
    block: number;
    fixedCodes?: ReadonlyMap<number, number>;
  },
): Entities {
  const { codes: conditions, since, counted } = ofRows(beside, rows);
  const drawPool = (pool: number) =>
    drawTreesAfter(core.parent, {
      conditions,
      rows: rows.length,
      seed,
      block: block + pool * NEXT_POOL,
      purpose: PURPOSES.entityCodes,
      isEven: core.isEven,
      fixedCodes,
    });
  const { codes, weights } = drawPool(0);
  const stream = streamFor(seed, block, PURPOSES.contextChoice);
  for (let pool = 1; fixedCodes.size > 0 && pool < POOLS; pool++) {
    const next = drawPool(pool);
    next.weights.forEach((weight, row) => {
      weights[row] += weight;
      if (stream.float() * weights[row] >= weight) return;
      codes.forEach((list, f) => {
        list[row] = next.codes[f][row];
      });
    });
  }
  return { codes, since, counted };
}

/** Draws trial entities from the file's entities; everything but their context is sampled. */
export function trialEntities(
  core: SequenceCore,
  entityContext: ContextOfEntities | null,
  seed: Seed,
): (block: number) => Entities | undefined {
  if (entityContext === null) return () => undefined;
  return (block) => {
    const first = (block % 64) * BLOCK_ENTITIES;
    const some = Int32Array.from({ length: BLOCK_ENTITIES }, (_, e) => (first + e) % core.entities);
    return entitiesBeside(core, { beside: entityContext, rows: some, seed, block });
  };
}
