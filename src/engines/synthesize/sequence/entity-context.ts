import type { Seed } from '../../random/stream.ts';
import type { Field } from '../codec/field.ts';
import type { TreeOptions } from '../core/tree.ts';
import { fitTreesCore, type TreesCore } from '../core/trees.ts';
import { drawTreesAfter, fitTreesAfter } from './entity-trees.ts';
import { BLOCK_ENTITIES, type Entities, PARENT_PURPOSE } from './sample-sequence.ts';
import type { SequenceCore } from './sequence-core.ts';

/** What another table says of the entities, by its rows. */
export type EntityContext = {
  fields: readonly Field[];
  codes: readonly Uint8Array[];
  /** The row of that table which each row of histories belongs to. */
  of: Int32Array;
  /** Days that first days do not come before; null where nothing says so. */
  since: Float64Array | null;
  /** Whether first days count from them, and not from 1970. */
  counted: boolean;
};

type Beside = Pick<EntityContext, 'codes' | 'since' | 'counted'>;

/** The entities' own trees; the last `given` fields are known whenever rows are drawn. */
export function fitEntityTrees(
  fields: readonly Field[],
  codes: readonly Uint8Array[],
  given: number | null,
  options: TreeOptions,
  step: (done: number, total: number) => void,
): TreesCore {
  const targets = fields.map(({ codec }, f) => ({
    codes: codes[f]!,
    size: codec.size,
    ordered: codec.kind === 'number',
  }));
  const smaller = { ...options, leastLeaf: Math.min(options.leastLeaf, 20) };
  if (given === null) {
    const values = fields.map(() => null);
    return fitTreesCore(targets, values, smaller, step);
  }
  const own = targets.length - given;
  return fitTreesAfter(targets.slice(0, own), targets.slice(own), smaller, step);
}

/** A block's entities, each belonging to a row of another table. */
export function entitiesBeside(
  core: SequenceCore,
  { codes, since, counted }: Beside,
  rows: Int32Array,
  seed: Seed,
  block: number,
): Entities {
  const given = codes.map((list) => Uint8Array.from(rows, (row) => list[row]!));
  return {
    codes: drawTreesAfter(core.parent, given, rows.length, seed, block, PARENT_PURPOSE),
    since: since === null ? null : Float64Array.from(rows, (row) => since[row]!),
    counted,
  };
}

/** Some of the file's own entities, with all that is not known of them drawn anew. */
export function trialEntities(
  core: SequenceCore,
  context: Beside | null,
  above: Int32Array,
  seed: Seed,
): (block: number) => Entities | undefined {
  if (context === null) return () => undefined;
  return (block) => {
    const rows = Int32Array.from(
      { length: BLOCK_ENTITIES },
      (_, e) => above[((block % 64) * BLOCK_ENTITIES + e) % above.length]!,
    );
    return entitiesBeside(core, context, rows, seed, block);
  };
}
