import { weekdayOf } from '../../../../shared/civil-date.ts';
import type { Column, Table } from '../../../table/table.ts';
import { type CodedField, codeColumn, targetOf } from '../../codec/field.ts';
import type { NumberCodecOptions } from '../../codec/number-codec.ts';
import type { RecurringCore, StreamsCore } from '../../model/recurring-core.ts';
import { fitNested } from '../../trees/fit-nested.ts';
import type { Nested } from '../../trees/nested.ts';
import type { Target, TreeOptions } from '../../trees/tree.ts';
import { fitTreesAfter } from '../entity-trees.ts';
import type { FileHistories } from '../file-histories.ts';
import type { ChosenStreams } from './choose-streams.ts';
import type { PaymentStream } from './find-streams.ts';
import { MAX_OFFSET, newOffsetFeatures, noteOffset, OFFSET_SIZES, setSlot } from './offsets.ts';
import { streamColumns } from './stream-numbers.ts';

const HELD_SHARE = 0.95;

type Input = {
  table: Table;
  file: FileHistories;
  chosen: ChosenStreams;
  /** Fields of entities; the first of the lives' is at `place`. */
  entities: readonly CodedField[];
  place: number;
  /** See `livesOf`. */
  fromStart: boolean;
  /** Columns that a stream can't hold: entity, time, amount, balance and those of entities. */
  excluded: (column: number) => boolean;
};

type Options = { codecs: NumberCodecOptions; trees: TreeOptions; step: () => void };

/** Returns 1 for columns with one value in each stream, in 95 % of neighboring rows. */
function heldColumns({ table, file, chosen, excluded }: Input): Uint8Array {
  const isHeld = (column: Column) => {
    const values = column.kind === 'category' ? column.codes : column.values;
    let [pairs, equal] = [0, 0];
    for (const { rows } of chosen.streams)
      for (let i = 1; i < rows.length; i++) {
        pairs++;
        if (Object.is(values[file.order[rows[i]]], values[file.order[rows[i - 1]]])) equal++;
      }
    return equal >= HELD_SHARE * pairs;
  };
  return Uint8Array.from(table.columns, (column, i) => (!excluded(i) && isHeld(column) ? 1 : 0));
}

/** Grows the tree of days between a payment's day and its nominal one. */
function fitOffsets({ file, chosen }: Input, { trees, step }: Options) {
  const rows = chosen.streams.reduce((sum, stream) => sum + stream.rows.length, 0);
  const features = OFFSET_SIZES.map(() => new Uint8Array(rows));
  const codes = new Uint8Array(rows);
  let at = 0;
  for (const stream of chosen.streams) {
    const own = newOffsetFeatures(chosen.kinds.indexOf(stream.kind), stream);
    stream.rows.forEach((row, i) => {
      setSlot(own, weekdayOf(stream.nominal[i]));
      for (let f = 0; f < own.length; f++) features[f][at] = own[f];
      const offset = file.days[row] - stream.nominal[i];
      codes[at++] = offset + MAX_OFFSET;
      noteOffset(own, offset);
    });
  }
  return fitNested(
    { codes, size: 2 * MAX_OFFSET + 1, ordered: true },
    {
      features: features.map((own, f) => ({ codes: own, ...OFFSET_SIZES[f] })),
      rows: Uint32Array.from({ length: rows }, (_, row) => row),
      options: trees,
      pause: step,
    },
  );
}

/**
 * Returns the kinds whose streams share their numbers' ranges with those of a kind: of its group and
 * sign, such as pay from several employers. The pay of few people alone would lose its extremes.
 */
function alikeKinds(kind: number, { streams, kinds, groups }: ChosenStreams): Set<number> {
  const group = groups.find((own) => own.includes(kinds.indexOf(kind)))!;
  const isCredit = (of: number) => streams.find((own) => own.kind === of)!.amount > 0;
  const inGroup = group.map((k) => kinds[k]);
  return new Set(inGroup.filter((other) => isCredit(other) === isCredit(kind)));
}

/** Fits the streams of one kind. */
function fitStreams(
  kind: number,
  { file, entities, chosen }: Input,
  { codecs, trees, step }: Options,
): StreamsCore {
  const alike = alikeKinds(kind, chosen);
  const streams = chosen.streams.filter((stream) => alike.has(stream.kind));
  const own = Uint32Array.from(streams.keys()).filter((s) => streams[s].kind === kind);
  const entity = Int32Array.from(streams, (stream) => stream.entity);
  const columns = streamColumns(streams, file, file.amount?.decimals ?? 0);
  const coded = columns.flatMap((column) => codeColumn(column, codecs, entity));
  const targets = coded.map((field) => {
    const target = targetOf(field);
    return { ...target, codes: Uint8Array.from(own, (s) => target.codes[s]) };
  });
  const conditions = byStream(
    entities,
    Array.from(own, (s) => streams[s]),
  );
  const options = { ...trees, leastLeaf: Math.min(trees.leastLeaf, 20) };
  return {
    fields: coded.map(({ field }) => field),
    trees: fitTreesAfter(targets, { conditions, options, step }),
  };
}

/** Returns fields of entities by stream. */
const byStream = (entities: readonly CodedField[], streams: readonly PaymentStream[]): Target[] =>
  entities.map((field) => {
    const target = targetOf(field);
    return { ...target, codes: Uint8Array.from(streams, ({ entity }) => target.codes[entity]) };
  });

/** Grows the tree of a stream's kind among those of its group. */
function fitChoice(
  group: readonly number[],
  { chosen, entities }: Input,
  { trees, step }: Options,
): Nested {
  const kindOf = ({ kind }: PaymentStream) => group.indexOf(chosen.kinds.indexOf(kind));
  const streams = chosen.streams.filter((stream) => kindOf(stream) >= 0);
  return fitNested(
    { codes: Uint8Array.from(streams, kindOf), size: group.length, ordered: false },
    {
      features: byStream(entities, streams),
      rows: Uint32Array.from(streams, (_, s) => s),
      options: trees,
      pause: step,
    },
  );
}

/** Fits the recurring payments of entities: their number is among the entities' fields. */
export function fitRecurring(input: Input, options: Options): RecurringCore {
  const { kinds } = input.chosen;
  return {
    kinds,
    place: input.place,
    fromStart: input.fromStart,
    groups: input.chosen.groups.map((group) => ({
      kinds: Int32Array.from(group),
      choice: fitChoice(group, input, options),
    })),
    streams: Array.from(kinds, (kind) => fitStreams(kind, input, options)),
    offsets: fitOffsets(input, options),
    held: heldColumns(input),
  };
}
