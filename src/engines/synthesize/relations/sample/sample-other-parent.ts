import { shuffle } from '../../../random/shuffle.ts';
import { type Seed, streamFor } from '../../../random/stream.ts';
import type { Table } from '../../../table/table.ts';
import { PURPOSES } from '../../random-purposes.ts';
import { drawFrom, leafOf } from '../../trees/tree.ts';
import { codesOf, orderedOf } from '../context-columns.ts';
import type { OtherParent } from '../tables-model.ts';
import { drawCount, evenNumbers } from './draw-count.ts';

/** Result if no row is left to be named. */
export const ALL_TAKEN = -2;

/** Queue of rows to assign; restarts if rows may be named more often. */
type Queue = { rows: number[]; at: number };

function nextRow(queue: Queue | undefined, used: Set<number> | null): number {
  if (queue === undefined || queue.rows.length === 0) return -1;
  if (used === null) return queue.rows[queue.at++ % queue.rows.length];
  while (queue.at < queue.rows.length) {
    const row = queue.rows[queue.at++];
    if (!used.has(row)) {
      used.add(row);
      return row;
    }
  }
  return -1;
}

/**
 * Chooses the row of a further table that each row names: each candidate is assigned as often as
 * drawn, within the naming row's segment.
 *
 * @param rowTable context columns of the naming rows
 * @param contextTable context columns of the further table's rows
 * @returns its rows; -1 for none, `ALL_TAKEN` if all rows are named and may be named only once
 */
export function sampleOtherParent(
  other: OtherParent,
  {
    rowTable,
    contextTable,
    seed,
    pause,
  }: { rowTable: Table; contextTable: Table; seed: Seed; pause: () => void },
): Int32Array {
  const parentCodes = codesOf(other.parent, contextTable);
  const parentOrdered = orderedOf(other.parent);
  const codes = codesOf(other.row, rowTable);
  const rowOrdered = orderedOf(other.row);
  const size = other.segment < 0 ? 1 : other.parent.fields[other.segment].codec.size;
  const even = evenNumbers(contextTable.rows, streamFor(seed, 0, PURPOSES.otherParentEvenCount));
  const everyone: number[] = [];
  const candidates: number[] = [];
  const segments: number[][] = Array.from({ length: size }, () => []);
  for (let row = 0; row < contextTable.rows; row++) {
    const stream = streamFor(seed, row, PURPOSES.otherParentCount);
    const leaf = leafOf(other.countTree, { features: parentCodes, ordered: parentOrdered, row });
    const times = drawCount(other.countTree, {
      leaf,
      codec: other.count,
      even: even[row],
      stream,
    }).rows;
    everyone.push(row);
    for (let i = 0; i < times; i++) {
      candidates.push(row);
      segments[other.segment < 0 ? 0 : parentCodes[other.segment][row]].push(row);
    }
  }
  pause();
  const queues = segments.map(
    (rows, s): Queue => ({
      rows: shuffle(rows, streamFor(seed, s, PURPOSES.otherParentOrder)),
      at: 0,
    }),
  );
  const any: Queue = {
    rows: shuffle(candidates, streamFor(seed, size, PURPOSES.otherParentOrder)),
    at: 0,
  };
  const all: Queue = {
    rows: shuffle(everyone, streamFor(seed, size + 1, PURPOSES.otherParentOrder)),
    at: 0,
  };
  const used = other.unique ? new Set<number>() : null;
  return Int32Array.from({ length: rowTable.rows }, (_, row) => {
    const stream = streamFor(seed, row, PURPOSES.otherParentChoice);
    const category = drawFrom(
      other.choose,
      leafOf(other.choose, { features: codes, ordered: rowOrdered, row }),
      stream,
    );
    if (category >= size) return -1;
    for (const queue of [queues[category], any, all]) {
      const chosen = nextRow(queue, used);
      if (chosen >= 0) return chosen;
    }
    return ALL_TAKEN;
  });
}
