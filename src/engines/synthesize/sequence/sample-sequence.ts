import { type RandomStream, type Seed, streamFor } from '../../random/stream.ts';
import { decodeNumber } from '../codec/decode-number.ts';
import type { NumberCodec } from '../codec/number-codec.ts';
import type { Model } from '../model/model.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import { PURPOSES } from '../random-purposes.ts';
import { drawNested } from '../trees/flat-trees.ts';
import { type Drawn, sampleTreesCore } from '../trees/sample-trees.ts';
import { drawMovement, heldFields, nextOf, nextRow, paymentWriter, writeRow } from './draw-rows.ts';
import { type DrawnHistories, joinHistories } from './drawn-histories.ts';
import { holdMean } from './hold-mean.ts';
import { type DrawnStreams, drawStreams, schedulePayments } from './recurring/draw-streams.ts';
import { enterDay, forgetKind, newRowState, type RowState, startEntity } from './row-state.ts';
import { targetRows } from './target-rows.ts';

export const BLOCK_ENTITIES = 256;

/** Distance of the streams of an entity's draws. */
const ATTEMPT = 2 ** 40;

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
    codecOf: (field) => core.parentFields[field].codec as NumberCodec,
    fixedCodes,
    isEven: core.isEven,
  });
}

/** Entities of a block: field codes, and the earliest or reference days of their first days. */
export type Entities = { codes: Uint8Array[]; since: Float64Array | null; counted: boolean };

type BlockRequest = {
  core: SequenceCore;
  block: number;
  seed: Seed;
  pause?: (() => void) | undefined;
  /** The entities, unless the model draws them. */
  entities?: Entities | undefined;
  /** Rows per entity to be held; null to leave them to chance. */
  meanRows?: number | null;
  /** Number of rows of each entity; null if the model draws them. */
  rowsOf?: ArrayLike<number> | null;
};

/** Draws all rows of the block's entities; each entity has its own streams. */
export function drawHistories(model: Model, request: BlockRequest): DrawnHistories {
  const { core, block, seed, meanRows = null } = request;
  const { count, drawOne, noRows } = entityDrawer(model, request);
  const drawn = Array.from({ length: count }, (_, e) => drawOne(e, 0));
  if (meanRows !== null)
    holdMean(
      drawn,
      { meanRows, kindShares: core.kindShares },
      { redraw: drawOne, stream: streamFor(seed, block, PURPOSES.heldMean) },
    );
  return joinHistories(noRows(), drawn);
}

/** Returns a function that draws the rows of one of the block's entities, in any order. */
export function entityDrawer(
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
    rowsOf = null,
  }: BlockRequest,
) {
  const parent = entities.codes;
  const noRows = (): DrawnHistories => ({
    entity: [],
    day: [],
    clock: [],
    codes: model.fields.map(() => []),
    amount: [],
    balance: [],
    level: [],
    kind: [],
    origin: [],
    parent,
  });
  const state = newRowState(core);
  const held = heldFields(model, core);
  const { recurring } = core;
  const streams =
    recurring === undefined ? null : drawStreams({ ...core, recurring }, { parent, block, seed });
  const count = parent[0]?.length ?? BLOCK_ENTITIES;
  const targets =
    meanRows === null ? rowsOf : targetRows(model, { core, parent, count, block, seed, meanRows });
  const drawOne = (e: number, attempt: number): DrawnHistories => {
    pause();
    const out = noRows();
    drawEntity(model, {
      core,
      state,
      held,
      parent: parent.map((codes) => codes[e]),
      since: entities.since?.[e] ?? Number.NEGATIVE_INFINITY,
      counted: entities.counted,
      entity: block * BLOCK_ENTITIES + e,
      attempt,
      target: targets?.[e] ?? null,
      streams: streams === null ? null : { drawn: streams, entity: e },
      seed,
      out,
    });
    return out;
  };
  return { count, state, drawOne, noRows };
}

/** Returns an entity's last day by its first one and the days of its life. */
const lastDayOf = (
  { lastDay, recurring }: SequenceCore,
  { first, days }: { first: number; days: number },
): number =>
  recurring?.fromStart ? Math.min(lastDay, first + days) : Math.max(first, lastDay - days);

function drawEntity(
  model: Model,
  {
    core,
    state,
    held,
    parent,
    since,
    counted,
    entity,
    attempt,
    target,
    streams,
    seed,
    out,
  }: {
    core: SequenceCore;
    state: RowState;
    held: Uint8Array;
    parent: number[];
    since: number;
    counted: boolean;
    entity: number;
    attempt: number;
    /** Rows of the entity; null if the model draws its end. */
    target: number | null;
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
  let day = parentAt(places.firstDay);
  day = counted ? since + day : Math.max(since, day);
  day = Math.max(core.firstDay, Math.min(core.lastDay, day));
  const lastDay =
    recurring === undefined
      ? core.lastDay
      : lastDayOf(core, { first: day, days: parentAt(recurring.place) });
  startEntity(state, { parent, opening, level, lastDay });
  const draw = (trees: SequenceCore['gapTree']) =>
    drawNested(trees, { features: state.features, ordered: slots.ordered, stream });
  const writer = { model, core, state, entity, level, held, draw, stream, out };
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
    const from = { day, lastDay, draw, stream, state };
    const next =
      target === null
        ? nextRow(core, from)
        : nextOf(core, { ...from, left: Math.max(0, target - out.entity.length) });
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
