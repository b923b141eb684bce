import { RELATIVE_CODES, type SequenceCore } from '../model/sequence-core.ts';
import { type FileHistories, longestOf } from './file-histories.ts';
import type { Kinds } from './find-kinds.ts';
import type { RowTrees } from './fit-row-trees.ts';
import { overdraftChance } from './history-facts.ts';
import type { PlacedField } from './history-fields.ts';
import type { RowContext } from './row-state.ts';

type Learned = Pick<SequenceCore, 'isStatic' | 'parentFields' | 'parent' | 'places' | 'slots'> & {
  file: FileHistories;
  /** Minimum number of entities behind any fact that is output. */
  threshold: number;
  kinds: Kinds;
  /** Indexes of the model's fields fixed by the kinds. */
  kindPlaces: Int32Array;
  /** Other fields of a row, the amount first. */
  rows: readonly PlacedField[];
  amountKnown: boolean;
  rowContext: RowContext;
  trees: RowTrees;
};

function sharesOf({ of, count }: Kinds): Float64Array {
  const shares = new Float64Array(count);
  for (const kind of of) shares[kind] += 1 / of.length;
  return shares;
}

/** Assembles a sequence model. Acceptance starts neutral and is fitted to trial samples. */
export function assembleCore(learned: Learned): SequenceCore {
  const { file, threshold, kinds, rows, rowContext, trees } = learned;
  return {
    kind: 'sequence',
    entityColumn: file.places.entity,
    timeColumn: file.places.time,
    amountColumn: learned.amountKnown ? file.places.amount : -1,
    balanceColumn: file.places.balance,
    isStatic: learned.isStatic,
    sortedByTime: file.sortedByTime,
    ...(file.newestFirst && { newestFirst: true }),
    entities: file.count,
    longest: longestOf(file, threshold),
    firstDay: file.firstDay,
    lastDay: file.lastDay,
    parentFields: learned.parentFields,
    parent: learned.parent,
    isEven: true,
    places: learned.places,
    kindFields: learned.kindPlaces,
    kinds: kinds.codes,
    kindCount: kinds.count,
    kindShares: sharesOf(kinds),
    tracked: rowContext.tracked,
    rowFields: Int32Array.from(rows, ({ place }) => place),
    clock: rows.findIndex(({ column }) => column === file.places.time),
    gap: rowContext.gap,
    balance: rowContext.balance,
    ...trees,
    slots: learned.slots,
    overdraft: overdraftChance(file, threshold),
    steering: new Float64Array(RELATIVE_CODES).fill(1),
    balanceSteering: new Float64Array(rowContext.balance?.size ?? 0).fill(1),
    amountSteering: new Float64Array(rows[0]?.field.codec.size ?? 0).fill(1),
    kindSteering: new Float64Array(kinds.count).fill(1),
  };
}
