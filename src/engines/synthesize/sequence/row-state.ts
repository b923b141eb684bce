import { type Field, isOrdered } from '../codec/field.ts';
import { encodeNumber, type NumberCodec } from '../codec/number-codec.ts';
import * as slot from '../model/sequence-core.ts';
import { calendarOf } from './calendar.ts';

/** Features and state of an entity while its rows are drawn. */
export type RowState = {
  features: Uint8Array;
  slots: slot.SlotLayout;
  tracked: Int32Array;
  lastDay: number;
  balanceCodec: NumberCodec | null;
  day: number;
  position: number;
  balance: number;
  level: number;
  dayOfKind: Float64Array;
  amountOfKind: Float64Array;
  amountCodeOfKind: Int32Array;
  /** Probabilities of continuing past an end by which the same rows are drawn: above `from`, up to `to`. */
  goingOn: { from: number; to: number };
};

const NEVER = 63;

/** Sizes and fields that determine the features of rows. */
export type RowContext = {
  kindCount: number;
  tracked: Int32Array;
  gap: NumberCodec;
  balance: NumberCodec | null;
  rowFields: readonly Field[];
  entityFields: readonly Field[];
};

/** Assigns each feature an index, the fixed ones in the order of `SlotLayout`'s names. */
export function slotLayout(rowContext: RowContext): slot.SlotLayout {
  const { rowFields, entityFields } = rowContext;
  const numbers = (size: number) => ({ size, ordered: true });
  const unordered = (size: number) => ({ size, ordered: false });
  const ofField = (field: Field, more: number) => ({
    size: field.codec.size + more,
    ordered: isOrdered(field),
  });
  const kinds = rowContext.kindCount + 1;
  const fixed = [
    numbers(16),
    numbers(128),
    numbers(32),
    numbers(31),
    numbers(7),
    numbers(rowContext.gap.size + 1),
    unordered(kinds),
    unordered(kinds),
    numbers(rowContext.balance?.size ?? 1),
    unordered(kinds),
    numbers(NEVER + 1),
    numbers((rowFields[0]?.codec.size ?? 0) + 1),
    numbers(slot.RELATIVE_CODES),
    numbers(12),
  ];
  const slots = [
    ...fixed,
    ...rowFields.map((field) => ofField(field, 1)),
    ...Array.from(rowContext.tracked, () => numbers(NEVER + 1)),
    ...entityFields.map((field) => ofField(field, 0)),
  ];
  const since = fixed.length + rowFields.length;
  return {
    sizes: Int32Array.from(slots, ({ size }) => size),
    ordered: Uint8Array.from(slots, ({ ordered }) => (ordered ? 1 : 0)),
    lags: fixed.length,
    since,
    parent: since + rowContext.tracked.length,
  };
}

export function newRowState({
  slots,
  tracked,
  kindCount,
  balance: balanceCodec,
}: {
  slots: slot.SlotLayout;
  tracked: Int32Array;
  kindCount: number;
  balance: NumberCodec | null;
}): RowState {
  return {
    features: new Uint8Array(slots.sizes.length),
    slots,
    tracked,
    lastDay: 0,
    balanceCodec,
    day: 0,
    position: 0,
    balance: 0,
    level: 0,
    dayOfKind: new Float64Array(kindCount),
    amountOfKind: new Float64Array(kindCount),
    amountCodeOfKind: new Int32Array(kindCount),
    goingOn: { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY },
  };
}

export function startEntity(
  state: RowState,
  {
    parent,
    opening,
    level,
    lastDay,
  }: { parent: ArrayLike<number>; opening: number; level: number; lastDay: number },
): void {
  state.lastDay = lastDay;
  state.level = level;
  state.features.fill(0);
  state.features.set(parent, state.slots.parent);
  state.position = 0;
  state.balance = opening;
  state.dayOfKind.fill(Number.NEGATIVE_INFINITY);
  state.amountOfKind.fill(Number.NaN);
  state.amountCodeOfKind.fill(-1);
  state.goingOn = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
}

/** Returns a code 0 … 15 on a scale that doubles every second step. */
function positionCode(position: number): number {
  return position < 4 ? position : Math.min(15, Math.floor(2 * Math.log2(position)));
}

/** Encodes the days left in the window: single days up to 63, then tens. */
function remainingCode(days: number): number {
  const left = Math.max(0, days);
  return left < 64 ? left : Math.min(127, 64 + Math.floor((left - 64) / 10));
}

function noteBalance(state: RowState): void {
  if (state.balanceCodec === null) return;
  state.features[slot.BALANCE] = encodeNumber(state.balanceCodec, state.balance);
  state.features[slot.RELATIVE_BALANCE] = relativeCode(state.balance, state.level);
}

/** Encodes a balance relative to the entity's mean: tenths up to three times, then doublings. */
export function relativeCode(balance: number, level: number): number {
  const ratio = balance / Math.max(1, Math.abs(level));
  const code = ratio < 3 ? 4 + Math.floor(ratio * 10) : 34 + Math.floor(Math.log2(ratio / 3) * 2);
  return Math.max(0, Math.min(slot.RELATIVE_CODES - 1, code));
}

/** Records the row's day. `gapCode` is the code of the days since the previous row. */
export function enterDay(state: RowState, day: number, gapCode: number): void {
  const { features } = state;
  const { month, monthDay, toMonthEnd, weekday } = calendarOf(day);
  state.day = day;
  features[slot.POSITION] = positionCode(state.position);
  features[slot.REMAINING] = remainingCode(state.lastDay - day);
  features[slot.MONTH_DAY] = monthDay;
  features[slot.TO_MONTH_END] = toMonthEnd;
  features[slot.WEEKDAY] = weekday;
  features[slot.MONTH] = month;
  features[slot.GAP] = gapCode + 1;
  noteBalance(state);
  for (let k = 0; k < state.tracked.length; k++) {
    features[state.slots.since + k] = daysSince(state, state.tracked[k]);
  }
}

function daysSince(state: RowState, kind: number): number {
  const days = state.day - state.dayOfKind[kind];
  return Math.min(days, NEVER);
}

export function enterKind(state: RowState, kind: number): void {
  const { features } = state;
  features[slot.KIND] = kind + 1;
  features[slot.SINCE_SAME_KIND] = daysSince(state, kind);
  features[slot.AMOUNT_OF_SAME_KIND] = state.amountCodeOfKind[kind] + 1;
}

export function forgetKind(state: RowState): void {
  state.features[slot.KIND] = 0;
  state.features[slot.SINCE_SAME_KIND] = 0;
  state.features[slot.AMOUNT_OF_SAME_KIND] = 0;
}

/** Completes the row: its values become the past of the next. */
export function leaveRow(
  state: RowState,
  { kind, rowCodes, amount }: { kind: number; rowCodes: ArrayLike<number>; amount: number },
): void {
  const { features } = state;
  features[slot.KIND_BEFORE_THAT] = features[slot.KIND_BEFORE];
  features[slot.KIND_BEFORE] = kind + 1;
  forgetKind(state);
  for (let i = 0; i < rowCodes.length; i++) features[state.slots.lags + i] = rowCodes[i] + 1;
  state.dayOfKind[kind] = state.day;
  state.amountOfKind[kind] = amount;
  state.amountCodeOfKind[kind] = rowCodes.length > 0 ? rowCodes[0] : -1;
  state.position++;
  noteBalance(state);
  for (let k = 0; k < state.tracked.length; k++) {
    features[state.slots.since + k] = daysSince(state, state.tracked[k]);
  }
}
