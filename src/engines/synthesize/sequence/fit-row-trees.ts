import type { NumberCodec } from '../codec/number-codec.ts';
import { encodeNumber } from '../codec/number-codec.ts';
import { fitNested } from '../core/fit-nested.ts';
import type { Nested } from '../core/nested.ts';
import type { Target, TreeOptions } from '../core/tree.ts';
import type { Histories } from './parent-table.ts';
import { enterDay, enterKind, leaveRow, newRowState, startEntity } from './row-state.ts';
import type { SlotLayout } from './sequence-core.ts';

export type RowTreesInput = {
  histories: Histories;
  days: Float64Array;
  gaps: Float64Array;
  gap: NumberCodec;
  kinds: Uint8Array;
  kindCount: number;
  tracked: Int32Array;
  slots: SlotLayout;
  lastDay: number;
  parentCodes: readonly Uint8Array[];
  rowCodes: readonly Uint8Array[];
  rowTargets: readonly { size: number; ordered: boolean }[];
  /** Values behind the first of `rowCodes`, where that is the amount. */
  amounts: Float64Array | null;
  balances: Float64Array | null;
  balance: NumberCodec | null;
  /** Mean balance of each entity; empty where there is none. */
  levels: Float64Array;
};

export type RowTrees = { gapTree: Nested; kindTree: Nested | null; rowTrees: Nested[] };

const blank = (slots: SlotLayout, rows: number) =>
  Array.from(slots.sizes, () => new Uint8Array(rows));

/** Walks through all histories and writes down what was known before each draw. */
function replay(input: RowTreesInput): {
  beforeGap: Uint8Array[];
  beforeKind: Uint8Array[];
  beforeRow: Uint8Array[];
  gapCodes: Uint8Array;
  amountCodes: Uint8Array | null;
} {
  const { histories, days, gaps, gap, kinds, slots, rowCodes, amounts, balances } = input;
  const rows = days.length;
  const beforeGap = blank(slots, rows);
  const beforeKind = blank(slots, rows);
  const beforeRow = blank(slots, rows);
  const gapCodes = new Uint8Array(rows).fill(gap.size);
  const amountCodes = amounts === null ? null : rowCodes[0]!.slice();
  const state = newRowState(slots, input.tracked, input.kindCount, input.lastDay, input.balance);
  const write = (target: Uint8Array[], row: number) => {
    for (let s = 0; s < target.length; s++) target[s]![row] = state.features[s]!;
  };
  const own = new Uint8Array(rowCodes.length);
  for (let e = 0; e < histories.count; e++) {
    const from = histories.start[e]!;
    const parent = input.parentCodes.map((codes) => codes[e]!);
    const opening = balances === null ? 0 : balances[from]! - (amounts?.[from] ?? 0);
    startEntity(state, parent, opening, input.levels[e] ?? 0);
    for (let row = from; row < histories.start[e + 1]!; row++) {
      const gapCode = row === from ? 0 : encodeNumber(gap, gaps[row]!);
      if (row > from) gapCodes[row - 1] = gapCode;
      enterDay(state, days[row]!, row === from ? -1 : gapCode);
      write(beforeKind, row);
      const kind = kinds[row]!;
      enterKind(state, kind);
      write(beforeRow, row);
      const amount = amounts?.[row] ?? Number.NaN;
      if (amountCodes !== null && amount === state.amountOfKind[kind]) {
        amountCodes[row] = input.rowTargets[0]!.size;
      }
      for (let i = 0; i < own.length; i++) own[i] = rowCodes[i]![row]!;
      if (balances !== null) state.balance = balances[row]!;
      leaveRow(state, kind, own, amount);
      write(beforeGap, row);
    }
  }
  return { beforeGap, beforeKind, beforeRow, gapCodes, amountCodes };
}

/** Grows the trees of gap (with a further code for "no further row"), kind, and each field of a row. */
export function fitRowTrees(
  input: RowTreesInput,
  options: TreeOptions,
  step: (stage: string, done: number, total: number) => void,
): RowTrees {
  const { slots, rowTargets } = input;
  step('histories', 0, 1);
  const seen = replay(input);
  const rows = input.days.length;
  const all = () => Uint32Array.from({ length: rows }, (_, i) => i);
  const features = (matrix: Uint8Array[]): Target[] =>
    matrix.map((codes, s) => ({
      codes,
      size: slots.sizes[s]!,
      ordered: slots.ordered[s] === 1,
    }));
  const total = rowTargets.length + 2;
  step('histories', 0, total);
  const gapTree = fitNested(
    { codes: seen.gapCodes, size: input.gap.size + 1, ordered: true, apart: input.gap.size },
    features(seen.beforeGap),
    all(),
    options,
    () => step('histories', 0, total),
  );
  step('histories', 1, total);
  const kindTree =
    input.kindCount < 2
      ? null
      : fitNested(
          { codes: input.kinds, size: input.kindCount, ordered: false },
          features(seen.beforeKind),
          all(),
          options,
          () => step('histories', 1, total),
        );
  const rowTrees = rowTargets.map((target, i) => {
    step('histories', 2 + i, total);
    const copied = i === 0 && seen.amountCodes !== null;
    const codes = copied ? seen.amountCodes! : input.rowCodes[i]!;
    const size = copied ? target.size + 1 : target.size;
    const tree = fitNested(
      { codes, size, ordered: target.ordered, apart: target.size },
      features(seen.beforeRow),
      all(),
      options,
      () => step('histories', 2 + i, total),
    );
    // Fields further on know this row's value in place of the last row's.
    seen.beforeRow[slots.lags + i] = input.rowCodes[i]!.map((code) => code + 1);
    return tree;
  });
  return { gapTree, kindTree, rowTrees };
}
