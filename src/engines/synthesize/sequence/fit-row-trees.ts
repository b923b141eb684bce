import { inTurn, type Spread, type Task } from '../../spread.ts';
import { type CodedField, targetOf } from '../codec/field.ts';
import { encodeNumber } from '../codec/number-codec.ts';
import type { SlotLayout } from '../model/sequence-core.ts';
import { fitNested, type NestedTarget } from '../trees/fit-nested.ts';
import type { Nested } from '../trees/nested.ts';
import type { TreeOptions } from '../trees/tree.ts';
import { type FileHistories, gapsOf } from './file-histories.ts';
import { type ChosenStreams, gapsBeside } from './recurring/choose-streams.ts';
import {
  enterDay,
  enterKind,
  leaveRow,
  newRowState,
  type RowContext,
  startEntity,
} from './row-state.ts';

export type RowTreesInput = {
  file: FileHistories;
  rowContext: RowContext;
  slots: SlotLayout;
  kinds: Uint8Array;
  rows: readonly CodedField[];
  entities: readonly Uint8Array[];
  /** Values behind the first of `rows`, if that is the amount. */
  amounts: Float64Array | null;
  /** Mean balance of each entity, if there is a running balance. */
  levels: Float64Array | null;
  /** Recurring payments; null without them. */
  chosen: ChosenStreams | null;
};

type Step = (stage: string, done: number, total: number) => void;

export type RowTrees = { gapTree: Nested; kindTree: Nested | null; rowTrees: Nested[] };

/** Returns empty features, in memory that threads share. */
const blank = (slots: SlotLayout, rows: number) =>
  Array.from(slots.sizes, () => new Uint8Array(new SharedArrayBuffer(rows)));

/** Replays all sequences and records the features known before each draw. */
function replay(input: RowTreesInput): {
  beforeGap: Uint8Array[];
  beforeKind: Uint8Array[];
  beforeRow: Uint8Array[];
  gapCodes: Uint8Array;
  amountCodes: Uint8Array | null;
} {
  const { file, rowContext, slots, kinds, amounts, levels, chosen } = input;
  const streams = chosen?.of ?? null;
  const { start, days } = file;
  const { gap } = rowContext;
  const gaps = streams === null ? gapsOf(file) : gapsBeside(file, streams);
  const balances = file.balance?.values ?? null;
  const rowCodes = input.rows.map(({ codes }) => codes);
  const rows = days.length;
  // Each entity's first gap begins at its first day: after the rows follow the entities.
  const gapRows = streams === null ? rows : rows + file.count;
  const beforeGap = blank(slots, gapRows);
  const beforeKind = blank(slots, rows);
  const beforeRow = blank(slots, rows);
  const gapCodes = new Uint8Array(gapRows).fill(gap.size);
  const amountCodes = amounts === null ? null : rowCodes[0].slice();
  const state = newRowState({ ...rowContext, slots });
  const write = (target: Uint8Array[], row: number) => {
    for (let s = 0; s < target.length; s++) target[s][row] = state.features[s];
  };
  const own = new Uint8Array(rowCodes.length);
  for (let e = 0; e < file.count; e++) {
    const from = start[e];
    const parent = input.entities.map((codes) => codes[e]);
    const opening = balances === null ? 0 : balances[from] - (amounts?.[from] ?? 0);
    const lastDay = streams === null ? file.lastDay : days[start[e + 1] - 1];
    startEntity(state, { parent, opening, level: levels?.[e] ?? 0, lastDay });
    let before = -1;
    if (streams !== null) {
      enterDay(state, days[from], -1);
      before = rows + e;
      write(beforeGap, before);
    }
    for (let row = from; row < start[e + 1]; row++) {
      const recurs = streams !== null && streams[row] >= 0;
      const gapCode = before < 0 || recurs ? -1 : encodeNumber(gap, gaps[row]);
      if (gapCode >= 0) gapCodes[before] = gapCode;
      enterDay(state, days[row], gapCode);
      write(beforeKind, row);
      const kind = kinds[row];
      enterKind(state, kind);
      write(beforeRow, row);
      const amount = amounts?.[row] ?? Number.NaN;
      if (amountCodes !== null && amount === state.amountOfKind[kind]) {
        amountCodes[row] = input.rows[0].field.codec.size;
      }
      for (let i = 0; i < own.length; i++) own[i] = rowCodes[i][row];
      if (balances !== null) state.balance = balances[row];
      leaveRow(state, { kind, rowCodes: own, amount });
      write(beforeGap, row);
      if (!recurs) before = row;
    }
  }
  return { beforeGap, beforeKind, beforeRow, gapCodes, amountCodes };
}

function joined(rows: Uint32Array, more: Uint32Array): Uint32Array {
  const both = new Uint32Array(rows.length + more.length);
  both.set(rows);
  both.set(more, rows.length);
  return both;
}

type Seen = Record<'beforeGap' | 'beforeKind' | 'beforeRow', Uint8Array[]>;

type Shared = Seen & {
  slots: SlotLayout;
  /** Codes that later fields of a row have in place of those of the row before. */
  current: readonly Uint8Array[];
  options: TreeOptions;
};

type Plan = {
  target: NestedTarget;
  before: keyof Seen;
  rows: Uint32Array;
  /** Number of this row's fields that are known. */
  known: number;
};

export const growRowTree: Task<Shared, Plan, Nested> = {
  name: 'grow the trees of a row',
  run: ({ slots, current, options, ...seen }, { target, before, rows, known }, pause) => {
    const codes = seen[before].slice();
    for (let i = 0; i < known; i++) codes[slots.lags + i] = current[i];
    const features = codes.map((own, s) => ({
      codes: own,
      size: slots.sizes[s],
      ordered: slots.ordered[s] === 1,
    }));
    return fitNested(target, { features, rows: rows.slice(), options, pause });
  },
};

/** Grows the trees of gap (with a code for "no further row"), kind, and each field of a row. */
export function fitRowTrees(
  input: RowTreesInput,
  options: TreeOptions,
  { step, spread = inTurn }: { step: Step; spread?: Spread | undefined },
): RowTrees {
  const { slots, rowContext } = input;
  step('histories', 0, input.rows.length + 2);
  const { gapCodes, amountCodes, ...seen } = replay(input);
  const rows = input.file.days.length;
  const all = Uint32Array.from({ length: rows }, (_, row) => row);
  // Rows of streams follow from these; the trees of gap, kind and amount draw the others.
  const { chosen } = input;
  const drawn = chosen === null ? all : all.filter((row) => chosen.of[row] < 0);
  const unpaid = chosen === null ? all : all.filter((row) => chosen.paid[row] === 0);
  const starts = Uint32Array.from({ length: gapCodes.length - rows }, (_, e) => rows + e);
  const none = rowContext.gap.size;
  const gap: Plan = {
    target: { codes: gapCodes, size: none + 1, ordered: true, apart: none },
    ...{ before: 'beforeGap', rows: joined(drawn, starts), known: 0 },
  };
  const kind: Plan = {
    target: { codes: input.kinds, size: rowContext.kindCount, ordered: false },
    ...{ before: 'beforeKind', rows: drawn, known: 0 },
  };
  const fields = input.rows.map((coded, i): Plan => {
    const target = targetOf(coded);
    const apart = target.size;
    const repeats = i === 0 ? amountCodes : null;
    return {
      target:
        repeats === null
          ? { ...target, apart }
          : { ...target, codes: repeats, size: apart + 1, apart },
      ...{ before: 'beforeRow', known: i },
      rows: i === 0 && input.amounts !== null ? unpaid : all,
    };
  });
  const hasKinds = rowContext.kindCount >= 2;
  const inputs = [gap, ...(hasKinds ? [kind] : []), ...fields];
  const current = input.rows.map(({ codes }) => codes.map((code) => code + 1));
  const trees = spread.map(growRowTree, {
    shared: { ...seen, slots, current, options },
    inputs,
    pause: (done) => step('histories', done, inputs.length),
  });
  return {
    gapTree: trees[0]!,
    kindTree: hasKinds ? trees[1]! : null,
    rowTrees: trees.slice(hasKinds ? 2 : 1),
  };
}
