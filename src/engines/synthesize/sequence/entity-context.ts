import type { Seed } from '../../random/stream.ts';
import { type CodedField, type Field, targetOf } from '../codec/field.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import type { TreeOptions } from '../trees/tree.ts';
import { fitTreesCore, type TreesCore } from '../trees/trees.ts';
import { drawTreesAfter, fitTreesAfter } from './entity-trees.ts';
import type { FileHistories } from './file-histories.ts';
import { BLOCK_ENTITIES, type Entities, PARENT_PURPOSE } from './sample-sequence.ts';

/** What another table says of entities, by its rows. */
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

/** The same by entities. */
export type ContextOfEntities = Omit<EntityContext, 'of'>;

type Beside = Pick<EntityContext, 'codes' | 'since' | 'counted'>;

/** What is said of some rows of the other table. */
function ofRows({ codes, since, counted }: Beside, rows: Int32Array) {
  return {
    codes: codes.map((list) => Uint8Array.from(rows, (row) => list[row])),
    since: since === null ? null : Float64Array.from(rows, (row) => since[row]),
    counted,
  };
}

/** What is said of a file's entities. */
export function contextOfEntities(context: EntityContext, file: FileHistories): ContextOfEntities {
  const above = Int32Array.from(
    { length: file.count },
    (_, e) => context.of[file.order[file.start[e]]],
  );
  return { fields: context.fields, ...ofRows(context, above) };
}

/** The entities' own trees; the last `given` fields are known whenever rows are drawn. */
export function fitEntityTrees(
  coded: readonly CodedField[],
  {
    given,
    options,
    step,
  }: { given: number | null; options: TreeOptions; step: (done: number, total: number) => void },
): TreesCore {
  const targets = coded.map(targetOf);
  const smaller = { ...options, leastLeaf: Math.min(options.leastLeaf, 20) };
  if (given === null) {
    const values = coded.map(() => null);
    return fitTreesCore(targets, { values, options: smaller, step });
  }
  const own = targets.length - given;
  return fitTreesAfter(targets.slice(0, own), {
    given: targets.slice(own),
    options: smaller,
    step,
  });
}

/** A block's entities, each belonging to a row of another table. */
export function entitiesBeside(
  core: SequenceCore,
  { beside, rows, seed, block }: { beside: Beside; rows: Int32Array; seed: Seed; block: number },
): Entities {
  const { codes, since, counted } = ofRows(beside, rows);
  return {
    codes: drawTreesAfter(core.parent, {
      given: codes,
      rows: rows.length,
      seed,
      block,
      purpose: PARENT_PURPOSE,
    }),
    since,
    counted,
  };
}

/** Some of the file's own entities, with all that is not known of them drawn anew. */
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
