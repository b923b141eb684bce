import type { RandomStream } from '../../random/stream.ts';
import { decodeNumber } from '../codec/decode-number.ts';
import { encodeNumber, type NumberCodec } from '../codec/number-codec.ts';
import type { Model } from '../model/model.ts';
import { BALANCE, RELATIVE_BALANCE, type SequenceCore } from '../model/sequence-core.ts';
import type { DrawnHistories } from './drawn-histories.ts';
import { fitsKind } from './kind-amounts.ts';
import type { Payment } from './recurring/draw-streams.ts';
import {
  enterDay,
  enterKind,
  forgetKind,
  leaveRow,
  type RowState,
  relativeCode,
} from './row-state.ts';

const REDRAWS = 9;
/** Largest gap, in mean gaps of the rows that an entity still has. */
const MAX_PACE = 3;
const STEERED_DRAWS = 6;
/** Reciprocal of a plain draw's acceptance; leaves room to favor underrepresented values. */
const RESERVE = 1.8;
const LAST_CLOCK = 86_399_999;

type Movement = { kind: number; amount: number; balance: number };

type NextRow = {
  day: number;
  lastDay: number;
  draw: (trees: SequenceCore['gapTree']) => number;
  stream: RandomStream;
  state: Pick<RowState, 'goingOn'>;
};

/** Draws whether an entity continues past an end. */
function goesOn({ stream, state: { goingOn } }: NextRow, probability: number): boolean {
  const chance = stream.float();
  if (chance < probability) goingOn.from = Math.max(goingOn.from, chance);
  else goingOn.to = Math.min(goingOn.to, chance);
  return chance < probability;
}

/** Draws the day of the next row that is no recurring payment; null at the end. */
export function nextRow(
  core: SequenceCore,
  next: NextRow,
): { day: number; gapCode: number } | null {
  const { day: before, lastDay, draw, stream } = next;
  let gapCode = draw(core.gapTree);
  for (let again = 0; again < REDRAWS && gapCode >= core.gap.size; again++) {
    if (core.goesOn === undefined || !goesOn(next, core.goesOn)) return null;
    gapCode = draw(core.gapTree);
  }
  if (gapCode >= core.gap.size) return null;
  let day = before + decodeNumber(core.gap, gapCode, stream);
  // The file's sequences are as long as they are within its days: a later row is drawn again.
  for (let again = 0; core.redrawsLate && again < REDRAWS && day > lastDay; again++) {
    gapCode = draw(core.gapTree);
    if (gapCode >= core.gap.size) return null;
    day = before + decodeNumber(core.gap, gapCode, stream);
  }
  // NaN if too few entities have a second row for a gap codec.
  return day <= lastDay ? { day, gapCode } : null;
}

/**
 * Draws the day of the next row of an entity that has `left` more: gaps that would leave its rows
 * no room are drawn again, and spread over the days left if none fits.
 */
export function nextOf(
  core: SequenceCore,
  { left, ...request }: NextRow & { left: number },
): { day: number; gapCode: number } | null {
  const { day, lastDay, draw, stream } = request;
  if (left === 0 || core.gap.size === 0 || Number.isNaN(core.gap.low)) return null;
  const room = lastDay - day;
  const most = Math.min(room, (MAX_PACE * room) / left);
  for (let again = 0; again < REDRAWS; again++) {
    const gapCode = draw(core.gapTree);
    if (gapCode >= core.gap.size) continue;
    const gap = decodeNumber(core.gap, gapCode, stream);
    if (gap <= most) return { day: day + gap, gapCode };
  }
  const gap = Math.floor(stream.float() * Math.min(room, (2 * room) / left) + stream.float());
  return { day: day + Math.min(room, gap), gapCode: encodeNumber(core.gap, gap) };
}

export type Writer = {
  model: Model;
  core: SequenceCore;
  state: RowState;
  entity: number;
  level: number;
  /** See `heldFields`. */
  held: Uint8Array;
  draw: (trees: SequenceCore['gapTree']) => number;
  stream: RandomStream;
  out: DrawnHistories;
};

/** Returns 1 for row fields of columns with one value in a recurring payment. */
export const heldFields = ({ columnFields }: Model, { rowFields, recurring }: SequenceCore) =>
  Uint8Array.from(rowFields, (field) => {
    const column = columnFields.findIndex((own) => own.includes(field));
    return recurring?.held[column] ?? 0;
  });

/** Draws the rest of a row and writes it. */
export function writeRow(
  { model, core, state, entity, level, held, draw, stream, out }: Writer,
  {
    day,
    codes,
    movement,
    origin,
  }: { day: number; codes: Uint8Array; movement: Movement; origin: number },
): void {
  const { slots } = core;
  for (let i = 1; i < codes.length; i++) {
    state.features[slots.lags + i - 1] = codes[i - 1] + 1;
    codes[i] =
      origin >= 0 && held[i] === 1 ? out.codes[core.rowFields[i]][origin] : draw(core.rowTrees[i]);
  }
  const last = out.day.length - 1;
  if (core.clock >= 0) {
    const codec = model.fields[core.rowFields[core.clock]].codec as NumberCodec;
    const time = decodeNumber(codec, codes[core.clock], stream);
    const isSameDay = out.entity[last] === entity && out.day[last] === day;
    out.clock.push(Math.min(LAST_CLOCK, isSameDay ? Math.max(out.clock[last], time) : time));
  }
  state.balance = movement.balance;
  out.entity.push(entity);
  out.day.push(day);
  out.amount.push(movement.amount);
  out.balance.push(movement.balance);
  out.level.push(level);
  out.kind.push(movement.kind);
  out.origin.push(origin < 0 ? last + 1 : origin);
  const { rowFields, kindFields, kinds } = core;
  for (let i = 0; i < rowFields.length; i++) out.codes[rowFields[i]].push(codes[i]);
  const first = movement.kind * kindFields.length;
  for (let i = 0; i < kindFields.length; i++) out.codes[kindFields[i]].push(kinds[first + i]);
  leaveRow(state, { kind: movement.kind, rowCodes: codes, amount: movement.amount });
}

/** Returns a function that writes payments of an entity; one that would overdraw it may be left out. */
export function paymentWriter(writer: Writer): (payment: Payment) => void {
  const { model, core, state, stream, out } = writer;
  /** Draws an amount that fits the kind; null if none of several does. */
  const amountIn = (kind: number, codes: Uint8Array): number | null => {
    const chance = stream.float();
    for (let again = 0; again < REDRAWS; again++) {
      const amount = drawAmount(writer, { codes, kind, chance });
      if (amount !== null) return amount;
    }
    return null;
  };
  const originOf = new Map<number, number>();
  const unit = 10 ** (core.balance?.decimals ?? 0);
  const codec = model.fields[core.rowFields[0] ?? -1]?.codec as NumberCodec;
  return ({ day, amount: due, kind, stream: own }) => {
    const codes = new Uint8Array(core.rowFields.length);
    enterDay(state, day, -1);
    enterKind(state, kind);
    const amount = Number.isNaN(due) ? amountIn(kind, codes) : due;
    const balance = Math.round((state.balance + (amount ?? 0)) * unit) / unit;
    const overdraws = core.balance !== null && balance < 0 && (amount ?? 0) < 0;
    if (amount === null || (overdraws && stream.float() >= core.overdraft)) {
      forgetKind(state);
      return;
    }
    if (!Number.isNaN(due)) codes[0] = encodeNumber(codec, amount);
    const origin = originOf.get(own) ?? -1;
    if (origin < 0) originOf.set(own, out.day.length);
    const movement = { kind, amount, balance: core.balance === null ? 0 : balance };
    writeRow(writer, { day, codes, movement, origin });
  };
}

/** Draws the amount of a kind; null if it does not fit the kind. NaN if rows have no amount. */
function drawAmount(
  {
    model,
    core,
    state,
    draw,
    stream,
  }: Pick<Writer, 'model' | 'core' | 'state' | 'draw' | 'stream'>,
  { codes, kind, chance }: { codes: Uint8Array; kind: number; chance: number },
): number | null {
  const field = core.rowFields[0];
  if (field === undefined) return Number.NaN;
  const { codec } = model.fields[field];
  const code = draw(core.rowTrees[0]);
  codes[0] = code;
  if (core.amountColumn < 0 || codec.kind !== 'number') return Number.NaN;
  const repeated = code >= codec.size;
  if (repeated && Number.isNaN(state.amountOfKind[kind])) return null;
  const amount = repeated ? state.amountOfKind[kind] : decodeNumber(codec, code, stream);
  if (core.kindAmounts !== undefined && !fitsKind(core.kindAmounts, { kind, amount, chance }))
    return null;
  if (repeated) codes[0] = encodeNumber(codec, amount);
  return amount;
}

/**
 * Draws kind and amount. A draw that would overdraw the account, if accounts rarely do, is redrawn:
 * first the amount, then the kind.
 *
 * @returns null if no movement fits the balance
 */
export function drawMovement(
  model: Model,
  {
    core,
    state,
    codes,
    draw,
    stream,
  }: {
    core: SequenceCore;
    state: RowState;
    codes: Uint8Array;
    draw: (trees: SequenceCore['gapTree']) => number;
    stream: RandomStream;
  },
): Movement | null {
  const unit = 10 ** (core.balance?.decimals ?? 0);
  const allowed = stream.float() < core.overdraft;
  for (let attempt = 0; attempt < REDRAWS; attempt++) {
    const kind = core.kindTree === null ? 0 : draw(core.kindTree);
    enterKind(state, kind);
    const chance = core.kindAmounts === undefined ? 0 : stream.float();
    for (let again = 0; again < REDRAWS; again++) {
      const amount = drawAmount({ model, core, state, draw, stream }, { codes, kind, chance });
      if (amount === null) continue;
      if (core.balance === null) return { kind, amount, balance: 0 };
      const balance = Math.round((state.balance + (amount || 0)) * unit) / unit;
      const overdraws = balance < 0 && amount < 0;
      if (overdraws && !allowed) continue;
      const here =
        core.steering[state.features[RELATIVE_BALANCE]] *
        core.balanceSteering[state.features[BALANCE]];
      const there =
        core.steering[relativeCode(balance, state.level)] *
        core.balanceSteering[encodeNumber(core.balance, balance)];
      const welcome =
        ((there / here) * (core.amountSteering[codes[0]] ?? 1) * (core.kindSteering?.[kind] ?? 1)) /
        RESERVE;
      const last = attempt >= STEERED_DRAWS;
      if (last || state.position === 0 || stream.float() < welcome)
        return { kind, amount, balance };
      break;
    }
  }
  return null;
}
