import { type RandomStream, type Seed, streamFor } from '../../random/stream.ts';
import { decodeNumber } from '../codec/decode-number.ts';
import { encodeNumber, type NumberCodec } from '../codec/number-codec.ts';
import type { Model } from '../model/model.ts';
import { BALANCE, RELATIVE_BALANCE, type SequenceCore } from '../model/sequence-core.ts';
import { PURPOSES } from '../random-purposes.ts';
import { drawNested } from '../trees/nested.ts';
import { type Drawn, sampleTreesCore } from '../trees/sample-trees.ts';
import { fitsKind } from './kind-amounts.ts';
import {
  type DrawnStreams,
  drawStreams,
  type Payment,
  schedulePayments,
} from './recurring/draw-streams.ts';
import {
  enterDay,
  enterKind,
  forgetKind,
  leaveRow,
  newRowState,
  relativeCode,
  startEntity,
} from './row-state.ts';

export const BLOCK_ENTITIES = 256;

/** Rows of a block of entities, one entry per row in each list. */
export type DrawnHistories = {
  entity: number[];
  day: number[];
  /** Milliseconds since midnight, if time has a time of day. */
  clock: number[];
  /** Codes by index of the model's fields; empty lists for static fields. */
  codes: number[][];
  amount: number[];
  balance: number[];
  level: number[];
  /** First row of the same recurring payment; the row itself for others. */
  origin: number[];
  parent: Uint8Array[];
};

const REDRAWS = 9;
const STEERED_DRAWS = 6;
/** Reciprocal of a plain draw's acceptance; leaves room to favor underrepresented values. */
const RESERVE = 1.8;
/** Distance of the streams of an entity's draws. */
const ATTEMPT = 2 ** 40;
const LAST_CLOCK = 86_399_999;

function parentNumber(
  core: SequenceCore,
  { place, code, stream }: { place: number; code: number; stream: RandomStream },
): number {
  return decodeNumber(core.parentFields[place].codec as NumberCodec, code, stream);
}

export function drawEntities(
  core: SequenceCore,
  {
    block,
    seed,
    rows = BLOCK_ENTITIES,
    fixedCodes = new Map(),
  }: {
    block: number;
    seed: Seed;
    rows?: number | undefined;
    fixedCodes?: ReadonlyMap<number, number> | undefined;
  },
): Drawn & { weights: Float64Array } {
  return sampleTreesCore(core.parent, {
    rows,
    seed,
    block,
    purpose: PURPOSES.entityCodes,
    drawValue: (field, code, stream) => parentNumber(core, { place: field, code, stream }),
    encodeValue: (field, value) =>
      encodeNumber(core.parentFields[field].codec as NumberCodec, value),
    fixedCodes,
  });
}

/** Entities of a block: field codes, and the earliest or reference days of their first days. */
export type Entities = { codes: Uint8Array[]; since: Float64Array | null; counted: boolean };

/**
 * Draws all rows of the block's entities; each entity has its own streams.
 *
 * @param entities the entities, unless the model draws them
 * @param meanRows rows per entity to be held; null to leave them to chance
 */
export function drawHistories(
  model: Model,
  {
    core,
    block,
    seed,
    pause = () => {},
    entities = {
      codes: drawEntities(core, { block, seed }).codes,
      since: null,
      counted: false,
    },
    meanRows = null,
  }: {
    core: SequenceCore;
    block: number;
    seed: Seed;
    pause?: (() => void) | undefined;
    entities?: Entities | undefined;
    meanRows?: number | null;
  },
): DrawnHistories {
  const parent = entities.codes;
  const noRows = (): DrawnHistories => ({
    entity: [],
    day: [],
    clock: [],
    codes: model.fields.map(() => []),
    amount: [],
    balance: [],
    level: [],
    origin: [],
    parent,
  });
  const state = newRowState(core);
  const { recurring } = core;
  const streams =
    recurring === undefined ? null : drawStreams({ ...core, recurring }, { parent, block, seed });
  const count = parent[0]?.length ?? BLOCK_ENTITIES;
  const drawOne = (e: number, attempt: number): DrawnHistories => {
    pause();
    const out = noRows();
    drawEntity(model, {
      core,
      state,
      parent: parent.map((codes) => codes[e]),
      since: entities.since?.[e] ?? Number.NEGATIVE_INFINITY,
      counted: entities.counted,
      entity: block * BLOCK_ENTITIES + e,
      attempt,
      streams: streams === null ? null : { drawn: streams, entity: e },
      seed,
      out,
    });
    return out;
  };
  const drawn = Array.from({ length: count }, (_, e) => drawOne(e, 0));
  if (meanRows !== null)
    holdMean(drawn, meanRows, {
      redraw: drawOne,
      stream: streamFor(seed, block, PURPOSES.heldMean),
    });
  return joined(noRows(), drawn);
}

/** Appends the rows of each entity. */
function joined(out: DrawnHistories, drawn: readonly DrawnHistories[]): DrawnHistories {
  for (const own of drawn) {
    const first = out.entity.length;
    for (const key of ['entity', 'day', 'clock', 'amount', 'balance', 'level'] as const)
      for (const value of own[key]) out[key].push(value);
    for (const row of own.origin) out.origin.push(first + row);
    own.codes.forEach((codes, f) => {
      for (const code of codes) out.codes[f].push(code);
    });
  }
  return out;
}

/** Entities whose rows have the file's mean together, and the tolerance. */
const HELD_ENTITIES = 128;
const HELD_SHARE = 0.005;

/**
 * Draws some entities again until each 128 of them have the file's rows per entity, so that a sample
 * has as many entities as the file: their number would vary by 4 % from sample to sample.
 */
function holdMean(
  drawn: DrawnHistories[],
  meanRows: number,
  {
    redraw,
    stream,
  }: { redraw: (e: number, attempt: number) => DrawnHistories; stream: RandomStream },
): void {
  for (let from = 0; from < drawn.length; from += HELD_ENTITIES) {
    const count = Math.min(HELD_ENTITIES, drawn.length - from);
    let excess = -meanRows * count;
    for (let e = from; e < from + count; e++) excess += drawn[e].entity.length;
    for (let attempt = 1; attempt <= count; attempt++) {
      if (Math.abs(excess) <= HELD_SHARE * meanRows * count) break;
      const e = from + stream.below(count);
      const own = redraw(e, attempt);
      const next = excess + own.entity.length - drawn[e].entity.length;
      if (Math.abs(next) >= Math.abs(excess)) continue;
      excess = next;
      drawn[e] = own;
    }
  }
}

type State = ReturnType<typeof newRowState>;

type Movement = { kind: number; amount: number; balance: number };

function drawEntity(
  model: Model,
  {
    core,
    state,
    parent,
    since,
    counted,
    entity,
    attempt,
    streams,
    seed,
    out,
  }: {
    core: SequenceCore;
    state: State;
    parent: number[];
    since: number;
    counted: boolean;
    entity: number;
    attempt: number;
    streams: { drawn: DrawnStreams; entity: number } | null;
    seed: Seed;
    out: DrawnHistories;
  },
): void {
  const own = entity + attempt * ATTEMPT;
  const stream = streamFor(seed, own, PURPOSES.entityRows);
  const { places, slots, recurring } = core;
  const parentAt = (place: number) =>
    place < 0 ? 0 : parentNumber(core, { place, code: parent[place], stream });
  const opening = parentAt(places.opening);
  const level = parentAt(places.level);
  const lastDayFrom = (first: number): number => {
    const days = parentAt(recurring!.place);
    return recurring!.fromStart
      ? Math.min(core.lastDay, first + days)
      : Math.max(first, core.lastDay - days);
  };
  let day = parentAt(places.firstDay);
  day = counted ? since + day : Math.max(since, day);
  day = Math.max(core.firstDay, Math.min(core.lastDay, day));
  const lastDay = recurring === undefined ? core.lastDay : lastDayFrom(day);
  startEntity(state, { parent, opening, level, lastDay });
  const draw = (trees: SequenceCore['gapTree']) =>
    drawNested(trees, { features: state.features, ordered: slots.ordered, stream });
  const writer = { model, core, state, entity, level, draw, stream, out };
  const payments =
    streams === null || recurring === undefined
      ? []
      : schedulePayments(
          recurring,
          { ...streams, first: day, last: lastDay },
          streamFor(seed, own, PURPOSES.payments),
        );
  const pay = paymentWriter(writer);
  let gapCode = -1;
  const toNext = () => {
    const next = nextRow(core, { day, lastDay, draw, stream });
    day = next?.day ?? Number.POSITIVE_INFINITY;
    gapCode = next?.gapCode ?? -1;
  };
  if (recurring !== undefined) {
    enterDay(state, day, -1);
    toNext();
  }
  let due = 0;
  for (let row = 0; row < 2 * core.longest; row++) {
    while (due < payments.length && payments[due].day <= day) pay(payments[due++]);
    if (day === Number.POSITIVE_INFINITY) return;
    enterDay(state, day, gapCode);
    const codes = new Uint8Array(core.rowFields.length);
    const movement = drawMovement(model, { core, state, codes, draw, stream });
    if (movement === null) forgetKind(state);
    else writeRow(writer, { day, codes, movement, origin: -1 });
    toNext();
    if (day === Number.POSITIVE_INFINITY && payments.length === 0) return;
  }
}

/** Draws the day of the next row that is no recurring payment; null at the end. */
function nextRow(
  core: SequenceCore,
  {
    day: before,
    lastDay,
    draw,
    stream,
  }: {
    day: number;
    lastDay: number;
    draw: (trees: SequenceCore['gapTree']) => number;
    stream: RandomStream;
  },
): { day: number; gapCode: number } | null {
  let gapCode = draw(core.gapTree);
  for (let again = 0; again < REDRAWS && gapCode >= core.gap.size; again++) {
    if (core.goesOn === undefined || stream.float() >= core.goesOn) return null;
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

type Writer = {
  model: Model;
  core: SequenceCore;
  state: State;
  entity: number;
  level: number;
  draw: (trees: SequenceCore['gapTree']) => number;
  stream: RandomStream;
  out: DrawnHistories;
};

/** Draws the rest of a row and writes it. */
function writeRow(
  { model, core, state, entity, level, draw, stream, out }: Writer,
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
    const held = origin >= 0 && core.recurring?.held[columnOfField(model, core.rowFields[i])] === 1;
    codes[i] = held ? out.codes[core.rowFields[i]][origin] : draw(core.rowTrees[i]);
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
  out.origin.push(origin < 0 ? last + 1 : origin);
  core.rowFields.forEach((f, i) => {
    out.codes[f].push(codes[i]);
  });
  core.kindFields.forEach((f, i) => {
    out.codes[f].push(core.kinds[movement.kind * core.kindFields.length + i]);
  });
  leaveRow(state, { kind: movement.kind, rowCodes: codes, amount: movement.amount });
}

/** Returns a function that writes payments of an entity; one that would overdraw it may be left out. */
function paymentWriter(writer: Writer): (payment: Payment) => void {
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

const columnOfField = ({ columnFields }: Model, field: number): number =>
  columnFields.findIndex((own) => own.includes(field));

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
function drawMovement(
  model: Model,
  {
    core,
    state,
    codes,
    draw,
    stream,
  }: {
    core: SequenceCore;
    state: State;
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
      const welcome = ((there / here) * (core.amountSteering[codes[0]] ?? 1)) / RESERVE;
      const last = attempt >= STEERED_DRAWS;
      if (last || state.position === 0 || stream.float() < welcome)
        return { kind, amount, balance };
      break;
    }
  }
  return null;
}
