import { weekdayOf } from '../../../../shared/civil-date.ts';
import { normalQuantile } from '../../../random/normal-quantile.ts';
import { type RandomStream, type Seed, streamFor } from '../../../random/stream.ts';
import { decodeNumber } from '../../codec/decode-number.ts';
import { isOrdered } from '../../codec/field.ts';
import { type NumberCodec, roundTo } from '../../codec/number-codec.ts';
import type { RecurringCore, StreamsCore } from '../../model/recurring-core.ts';
import type { SequenceCore } from '../../model/sequence-core.ts';
import { PURPOSES } from '../../random-purposes.ts';
import { drawNested } from '../../trees/flat-trees.ts';
import type { Nested } from '../../trees/nested.ts';
import { drawTreesAfter } from '../entity-trees.ts';
import { isFree } from './find-streams.ts';
import { MAX_OFFSET, newOffsetFeatures, noteOffset, OFFSET_ORDERED, setSlot } from './offsets.ts';
import { PERIODS, type Period } from './period.ts';
import { paidDays, STREAM_NUMBERS } from './stream-numbers.ts';

/** Streams of one kind of a block's entities: those of entity e from `start[e]` to `start[e + 1]`. */
type StreamsOfKind = { start: Int32Array; codes: Uint8Array[] };

/** Streams of a block's entities, by kind. */
export type DrawnStreams = StreamsOfKind[];

/** Payment that is due; `stream` is the stream's number. The amount is NaN if its kind decides it. */
export type Payment = { day: number; amount: number; kind: number; stream: number };

/** Mean absolute difference of two draws of a normal distribution, in standard deviations. */
const MEAN_DIFFERENCE = 2 / Math.sqrt(Math.PI);
const MIN_FACTOR = 0.05;
const MAX_CHANGE = 0.95;

const numberAt = (
  core: SequenceCore,
  { place, code, stream }: { place: number; code: number; stream: RandomStream },
) => decodeNumber(core.parentFields[place].codec as NumberCodec, code, stream);

/** Draws the streams of a block's entities from the numbers of streams that these have. */
export function drawStreams(
  core: SequenceCore & { recurring: RecurringCore },
  { parent, block, seed }: { parent: readonly Uint8Array[]; block: number; seed: Seed },
): DrawnStreams {
  const { place, groups, streams } = core.recurring;
  const entities = parent[0]?.length ?? 0;
  const random = streamFor(seed, block, PURPOSES.streamCount);
  const ordered = Uint8Array.from(core.parentFields, (field) => (isOrdered(field) ? 1 : 0));
  const owners: number[][] = streams.map(() => []);
  for (let e = 0; e < entities; e++) {
    const features = Uint8Array.from(parent, (list) => list[e]);
    groups.forEach(({ kinds, choice }, g) => {
      const own = { place: place + 1 + g, code: features[place + 1 + g], stream: random };
      const count = numberAt(core, own) || 0;
      for (let i = 0; i < count; i++)
        owners[kinds[drawNested(choice, { features, ordered, stream: random })]].push(e);
    });
  }
  let purpose: number = PURPOSES.streams;
  return streams.map(({ fields, trees }, k) => {
    const owner = Int32Array.from(owners[k]);
    const rows = owner.length;
    const start = new Int32Array(entities + 1);
    for (const e of owner) start[e + 1]++;
    for (let e = 0; e < entities; e++) start[e + 1] += start[e];
    const { codes } = drawTreesAfter(trees, {
      conditions: parent.map((list) => Uint8Array.from(owner, (e) => list[e])),
      rows,
      seed,
      block,
      purpose,
      isEven: core.isEven,
      fixedCodes: new Map(),
    });
    purpose += fields.length;
    return { start, codes };
  });
}

type StreamNumbers = Record<(typeof STREAM_NUMBERS)[number], number>;

/** Returns an anchor within the days of a month, or of a week. */
const anchorIn = ({ unit }: Period, anchor: number): number =>
  unit === 'month' ? Math.max(1, anchor) : anchor % 7;

/**
 * Draws the amount after another, which it repeats as often as the stream's own. A change is of one
 * size up and down, as a share of the larger amount; half of the next ones lead back.
 */
function nextAmount(
  { amount, same, change }: StreamNumbers,
  before: number,
  random: RandomStream,
): number {
  if (random.float() < same) return before;
  if (same > 0.5) {
    if (before !== amount && random.float() < 0.5) return amount;
    const factor = 1 - Math.min(MAX_CHANGE, change);
    return random.float() < 0.5 ? before * factor : before / factor;
  }
  return (
    amount * Math.max(MIN_FACTOR, 1 + (change / MEAN_DIFFERENCE) * normalQuantile(random.float()))
  );
}

/** Draws the payments of one stream; `code` gives the codes of its numbers. */
function payStream(
  { fields }: StreamsCore,
  {
    code,
    kind,
    offsets,
    first,
    last,
  }: {
    code: (field: number) => number;
    kind: number;
    offsets: Nested;
    first: number;
    last: number;
  },
  random: RandomStream,
): { day: number; amount: number }[] {
  const codecs = fields.map(({ codec }) => codec as NumberCodec);
  const numbers = Object.fromEntries(
    STREAM_NUMBERS.map((name, f) => [name, decodeNumber(codecs[f], code(f), random) || 0]),
  ) as StreamNumbers;
  numbers.anchor = anchorIn(PERIODS[numbers.period], numbers.anchor);
  const { step, decimals, low, high } = codecs[STREAM_NUMBERS.indexOf('amount')];
  const features = newOffsetFeatures(kind, numbers);
  let amount = isFree(numbers) ? Number.NaN : numbers.amount;
  return paidDays(numbers, { first, last }).flatMap((nominal, n) => {
    if (n > 0 && random.float() >= numbers.filled) return [];
    if (n > 0) amount = Math.max(low, Math.min(high, nextAmount(numbers, amount, random)));
    setSlot(features, weekdayOf(nominal));
    const offset =
      drawNested(offsets, { features, ordered: OFFSET_ORDERED, stream: random }) - MAX_OFFSET;
    noteOffset(features, offset);
    const day = nominal + offset;
    return day < first || day > last ? [] : [{ day, amount: roundTo(amount, step, decimals) }];
  });
}

/**
 * Draws the payments of an entity's streams, in order of time.
 *
 * @param range first and last day of the entity
 */
export function schedulePayments(
  { kinds, streams, offsets }: RecurringCore,
  {
    drawn,
    entity,
    first,
    last,
  }: { drawn: DrawnStreams; entity: number; first: number; last: number },
  random: RandomStream,
): Payment[] {
  const payments: Payment[] = [];
  let stream = 0;
  drawn.forEach(({ start, codes }, k) => {
    for (let s = start[entity]; s < start[entity + 1]; s++) {
      const code = (field: number) => codes[field][s];
      const own = payStream(streams[k], { code, kind: k, offsets, first, last }, random);
      payments.push(...own.map((payment) => ({ ...payment, kind: kinds[k], stream })));
      stream++;
    }
  });
  return payments.sort((a, b) => a.day - b.day || a.stream - b.stream);
}
