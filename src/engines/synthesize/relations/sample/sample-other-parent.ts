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

/** Maximum number of candidates looked at for a row that must not name some of them. */
const MAX_TRIES = 64;

function nextRow(
  queue: Queue | undefined,
  used: Set<number> | null,
  isAllowed: ((row: number) => boolean) | null,
): number {
  if (queue === undefined || queue.rows.length === 0) return -1;
  const { rows } = queue;
  if (used !== null) while (queue.at < rows.length && used.has(rows[queue.at])) queue.at++;
  const until = used === null ? queue.at + rows.length : rows.length;
  for (let at = queue.at, tries = 0; at < until && tries < MAX_TRIES; at++) {
    const row = rows[at % rows.length];
    if (used?.has(row) === true) continue;
    tries++;
    if (isAllowed !== null && !isAllowed(row)) continue;
    if (used === null) queue.at = at + 1;
    else used.add(row);
    return row;
  }
  return -1;
}

/**
 * Chooses the row of a further table that each row names: each candidate is assigned as often as
 * drawn, within the naming row's segment, and below the ancestor of the row's parent if they meet.
 *
 * @param rowTable context columns of the naming rows
 * @param contextTable context columns of the further table's rows
 * @param meeting common ancestor of each naming row, and of each row of the further table
 * @returns its rows; -1 for none, `ALL_TAKEN` if all rows are named and may be named only once
 */
export function sampleOtherParent(
  other: OtherParent,
  {
    rowTable,
    contextTable,
    meeting,
    seed,
    pause,
  }: {
    rowTable: Table;
    contextTable: Table;
    meeting: { own: Int32Array; other: Int32Array } | null;
    seed: Seed;
    pause: () => void;
  },
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
  const below = meeting && queuesBelow(meeting.other, { all, queues, any });
  const chosen = new Int32Array(rowTable.rows);
  const drawn = Array.from(chosen.keys(), (row) => {
    const stream = streamFor(seed, row, PURPOSES.otherParentChoice);
    const category = drawFrom(
      other.choose,
      leafOf(other.choose, { features: codes, ordered: rowOrdered, row }),
      stream,
    );
    if (other.meets === undefined) return { row, category, meets: false };
    const leaf = leafOf(other.meets.agrees, { features: codes, ordered: rowOrdered, row });
    return { row, category, meets: drawFrom(other.meets.agrees, leaf, stream) === 1 };
  });
  // Rows that meet come first, while candidates below their ancestor are left.
  for (const { row, category, meets } of [
    ...drawn.filter((own) => own.meets),
    ...drawn.filter((own) => !own.meets),
  ]) {
    const near = meets && below !== null ? below(meeting!.own[row]) : null;
    const isApart =
      meets || meeting === null
        ? null
        : (candidate: number) => meeting.other[candidate] !== meeting.own[row];
    const next = () => {
      if (category >= size) return -1;
      for (const queue of [near?.[category], near?.[size], near?.[size + 1]]) {
        const candidate = nextRow(queue, used, null);
        if (candidate >= 0) return candidate;
      }
      for (const isAllowed of isApart === null ? [null] : [isApart, null])
        for (const queue of [queues[category], any, all]) {
          const candidate = nextRow(queue, used, isAllowed);
          if (candidate >= 0) return candidate;
        }
      return ALL_TAKEN;
    };
    chosen[row] = next();
  }
  return chosen;
}

/** Divides queues by the ancestor of their rows: those of segments, then of all candidates. */
function queuesBelow(
  ancestors: Int32Array,
  { queues, any, all }: { queues: readonly Queue[]; any: Queue; all: Queue },
): (ancestor: number) => Queue[] | null {
  const parts = new Map<number, Queue[]>();
  const every = [...queues, any, all];
  every.forEach(({ rows }, q) => {
    for (const row of rows) {
      const ancestor = ancestors[row];
      const own = parts.get(ancestor) ?? every.map((): Queue => ({ rows: [], at: 0 }));
      parts.set(ancestor, own);
      own[q].rows.push(row);
    }
  });
  return (ancestor) => parts.get(ancestor) ?? null;
}
