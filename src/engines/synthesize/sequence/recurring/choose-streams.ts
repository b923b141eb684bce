import type { NumberColumn } from '../../../table/table.ts';
import type { FileHistories } from '../file-histories.ts';
import { isFree, type PaymentStream } from './find-streams.ts';

/** Recurring payments that are modeled, and the kinds that they are of. */
export type ChosenStreams = {
  streams: PaymentStream[];
  /** Kinds of rows that recur; streams count by index into it. */
  kinds: Int32Array;
  /** Kinds of which an entity has one at most, such as rent to one of several landlords, together. */
  groups: number[][];
  /** Stream of each row of the histories, as an index into `streams`; -1 for none. */
  of: Int32Array;
  /** 1 for rows whose amount the stream decides. */
  paid: Uint8Array;
};

const MAX_KINDS = 24;
const MIN_SHARE = 0.03;
const MIN_OTHER_ROWS = 100;

/**
 * Selects the streams of kinds that enough entities have; null if they are too few rows to model, or
 * nearly all.
 */
export function chooseStreams(
  found: readonly PaymentStream[],
  rows: number,
  threshold: number,
): ChosenStreams | null {
  const byKind = [...Map.groupBy(found, ({ kind }) => kind)].filter(
    ([, own]) => new Set(own.map(({ entity }) => entity)).size >= 2 * threshold,
  );
  const rowsOf = (streams: readonly PaymentStream[]) =>
    streams.reduce((sum, stream) => sum + stream.rows.length, 0);
  byKind.sort(([a, own], [b, others]) => rowsOf(others) - rowsOf(own) || a - b);
  const shown = new Map(byKind.slice(0, MAX_KINDS).map(([kind], i) => [kind, i]));
  const streams = found.filter(({ kind }) => shown.has(kind));
  const recurring = rowsOf(streams);
  if (recurring < MIN_SHARE * rows || rows - recurring < MIN_OTHER_ROWS) return null;
  const of = new Int32Array(rows).fill(-1);
  const paid = new Uint8Array(rows);
  streams.forEach((stream, s) => {
    for (const row of stream.rows) {
      of[row] = s;
      paid[row] = isFree(stream) ? 0 : 1;
    }
  });
  const kinds = Int32Array.from(shown.keys());
  return { streams, kinds, groups: groupKinds(streams, kinds), of, paid };
}

const MAX_BOTH = 0.02;
const MIN_EXPECTED = 2;

/**
 * Groups kinds that hardly any entity has two of, although chance would give some both: an account
 * with two landlords, or with pay and pension.
 */
function groupKinds(streams: readonly PaymentStream[], kinds: Int32Array): number[][] {
  const all = new Set(streams.map(({ entity }) => entity)).size;
  const owners = Array.from(
    kinds,
    (kind) => new Set(streams.filter((own) => own.kind === kind).map(({ entity }) => entity)),
  );
  const single = Array.from(kinds, (kind, k) => {
    const own = streams.filter((stream) => stream.kind === kind).length;
    return own - owners[k].size <= MAX_BOTH * owners[k].size;
  });
  const groups: { kinds: number[]; owners: Set<number> }[] = [];
  kinds.forEach((_, k) => {
    const fits = groups.find((group) => {
      const both = [...owners[k]].filter((entity) => group.owners.has(entity)).length;
      const expected = (owners[k].size * group.owners.size) / all;
      const isSingle = single[k] && group.kinds.every((other) => single[other]);
      return isSingle && expected >= MIN_EXPECTED && both <= MAX_BOTH * owners[k].size;
    });
    if (fits === undefined) groups.push({ kinds: [k], owners: new Set(owners[k]) });
    else {
      fits.kinds.push(k);
      for (const entity of owners[k]) fits.owners.add(entity);
    }
  });
  return groups.map((group) => group.kinds);
}

const spread = (values: Float64Array): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + Math.abs(value - mean), 0) / values.length;
};

/**
 * Returns the days that set each entity's last one: from its last row to the file's end or, if these
 * differ less, from its first row to its last.
 */
export function livesOf({ start, count, days, lastDay }: FileHistories): {
  fromStart: boolean;
  days: Float64Array;
} {
  const last = (e: number) => days[start[e + 1] - 1];
  const left = Float64Array.from({ length: count }, (_, e) => Math.max(0, lastDay - last(e)));
  const long = Float64Array.from({ length: count }, (_, e) => last(e) - days[start[e]]);
  const fromStart = spread(long) < spread(left);
  return { fromStart, days: fromStart ? long : left };
}

/** Builds the entities' columns: days that set their last one (see `livesOf`), and streams by group. */
export function lifeColumns(
  days: Float64Array,
  { streams, kinds, groups }: ChosenStreams,
): NumberColumn[] {
  const column = (name: string, values: Float64Array): NumberColumn => ({
    kind: 'number',
    name,
    values,
    decimals: 0,
  });
  const counts = groups.map(() => new Float64Array(days.length));
  for (const { entity, kind } of streams) {
    const k = kinds.indexOf(kind);
    counts[groups.findIndex((group) => group.includes(k))][entity]++;
  }
  return [column('days', days), ...counts.map((own, k) => column(`streams ${k}`, own))];
}

/**
 * Returns the days from each row's predecessor outside streams, or from the entity's first day; NaN
 * for rows of streams.
 */
export function gapsBeside({ start, count, days }: FileHistories, of: Int32Array): Float64Array {
  const gaps = new Float64Array(days.length).fill(Number.NaN);
  for (let e = 0; e < count; e++) {
    let before = days[start[e]];
    for (let row = start[e]; row < start[e + 1]; row++) {
      if (of[row] >= 0) continue;
      gaps[row] = days[row] - before;
      before = days[row];
    }
  }
  return gaps;
}
