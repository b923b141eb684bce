import { isOrdered } from '../../codec/field.ts';
import type { NumberCodec } from '../../codec/number-codec.ts';
import { numberingOf } from '../../columns/numbering.ts';
import { MAX_OFFSET, OFFSET_ORDERED, OFFSET_SIZES } from '../../sequence/recurring/offsets.ts';
import { PERIODS } from '../../sequence/recurring/period.ts';
import { STREAM_NUMBERS } from '../../sequence/recurring/stream-numbers.ts';
import type { Model } from '../model.ts';
import { ensure } from '../model-unreadable.ts';
import type { RecurringCore } from '../recurring-core.ts';
import { FIXED_SLOTS, RELATIVE_CODES, type SequenceCore } from '../sequence-core.ts';
import { checkCodec } from './check-codec.ts';
import { checkNested, checkTrees } from './check-tree.ts';

/** Checks that the columns, fields, features and trees of sequences fit together. */
export function checkSequence(model: Model, core: SequenceCore): void {
  const { columns, fields } = model;
  const parentSizes = core.parentFields.map((field) => field.codec.size);
  for (const field of core.parentFields) checkCodec(field.codec);
  checkCodec(core.gap);
  if (core.balance !== null) checkCodec(core.balance);
  checkTrees(core.parent, parentSizes, core.parentFields.map(isOrdered));
  const isNumber = (i: number) => i === -1 || columns[i]?.layout.kind === 'number';
  const entity = columns[core.entityColumn];
  ensure(entity !== undefined && numberingOf(entity) !== null, 'entity column');
  ensure(columns[core.timeColumn]?.layout.kind === 'datetime', 'time column');
  ensure(isNumber(core.amountColumn) && isNumber(core.balanceColumn), 'amount or balance column');
  ensure(core.balanceColumn >= 0 === (core.balance !== null), 'balance');
  ensure(core.isStatic.length === columns.length, 'entity columns');
  ensure(core.firstDay <= core.lastDay && core.lastDay - core.firstDay < 1e6, 'date range');
  checkPlaces(core, fields.length);
  const { kindFields, kindCount, kinds, rowFields, slots } = core;
  const isField = (f: number) => f >= 0 && f < fields.length;
  ensure(kindFields.every(isField) && rowFields.every(isField), 'fields of rows');
  ensure(kinds.length === kindCount * kindFields.length, 'kinds of rows');
  kinds.forEach((code, i) => {
    ensure(code < fields[kindFields[i % kindFields.length]].codec.size, 'kinds of rows');
  });
  ensure(
    core.tracked.every((kind) => kind >= 0 && kind < kindCount),
    'tracked kinds',
  );
  const first = fields[rowFields[0] ?? -1]?.codec;
  ensure(core.amountColumn < 0 || first?.kind === 'number', 'amount');
  ensure(
    core.clock < rowFields.length &&
      (core.clock < 0 || fields[rowFields[core.clock]].codec.kind === 'number'),
    'time of day',
  );
  if (core.kindAmounts !== undefined)
    for (const list of Object.values(core.kindAmounts))
      ensure(list.length === kindCount, 'amounts of kinds');
  if (core.recurring !== undefined) checkRecurring(core, core.recurring, columns.length);
  ensure(core.steering.length === RELATIVE_CODES, 'balance acceptance');
  ensure(core.balanceSteering.length === (core.balance?.size ?? 0), 'balance acceptance');
  ensure(core.amountSteering.length === (first?.size ?? 0), 'balance acceptance');
  for (const ofKinds of [core.kindSteering, core.kindShares])
    ensure((ofKinds?.length ?? core.kindCount) === core.kindCount, 'kinds of rows');

  ensure(slots.ordered.length === slots.sizes.length, 'features of rows');
  ensure(slots.lags === FIXED_SLOTS, 'features of rows');
  ensure(slots.since === slots.lags + rowFields.length, 'features of rows');
  ensure(slots.parent === slots.since + core.tracked.length, 'features of rows');
  ensure(slots.sizes.length === slots.parent + parentSizes.length, 'features of rows');
  ensure(
    slots.sizes.every((size) => size >= 1 && size <= 256),
    'features of rows',
  );
  checkNested(core.gapTree, slots, core.gap.size + 1);
  ensure((core.kindTree === null) === kindCount < 2, 'kind tree');
  if (core.kindTree !== null) checkNested(core.kindTree, slots, kindCount);
  ensure(core.rowTrees.length === rowFields.length, 'trees of rows');
  core.rowTrees.forEach((nested, i) => {
    checkNested(nested, slots, fields[rowFields[i]].codec.size + (i === 0 ? 1 : 0));
  });
}

/** Checks that recurring payments fit the kinds, the entities' fields and their trees. */
function checkRecurring(
  { kindCount, parentFields, amountColumn }: SequenceCore,
  { kinds, place, groups, streams, offsets, held }: RecurringCore,
  columns: number,
): void {
  const what = 'recurring payments';
  ensure(amountColumn >= 0 && kinds.length <= OFFSET_SIZES[1].size, what);
  ensure(
    kinds.every((kind) => kind >= 0 && kind < kindCount),
    what,
  );
  ensure(streams.length === kinds.length && held.length === columns, what);
  const own = parentFields.slice(place, place + 1 + groups.length);
  ensure(own.length === groups.length + 1, what);
  ensure(
    own.every(({ codec }) => codec.kind === 'number'),
    what,
  );
  const members = groups.flatMap((group) => [...group.kinds]).sort((a, b) => a - b);
  ensure(members.length === kinds.length && members.every((kind, i) => kind === i), what);
  const features = {
    sizes: Int32Array.from(parentFields, ({ codec }) => codec.size),
    ordered: Uint8Array.from(parentFields, (field) => (isOrdered(field) ? 1 : 0)),
  };
  for (const group of groups) checkNested(group.choice, features, group.kinds.length);
  const given = parentFields.map((field) => field.codec.size);
  for (const { fields, trees } of streams) {
    ensure(fields.length === STREAM_NUMBERS.length, what);
    for (const { codec } of fields) {
      ensure(codec.kind === 'number', what);
      checkCodec(codec);
    }
    checkTrees(
      trees,
      [...fields.map(({ codec }) => codec.size), ...given],
      [...fields, ...parentFields].map(isOrdered),
    );
    const { low, high } = fields[0].codec as NumberCodec;
    ensure(!(low < 0 || high >= PERIODS.length), what);
  }
  checkNested(
    offsets,
    {
      sizes: Int32Array.from(OFFSET_SIZES, ({ size }) => size),
      ordered: OFFSET_ORDERED,
    },
    2 * MAX_OFFSET + 1,
  );
}

function checkPlaces({ places, parentFields, balance }: SequenceCore, fields: number): void {
  ensure(
    places.statics.every((f) => f >= 0 && f < fields) &&
      places.statics.length <= parentFields.length,
    'entity fields',
  );
  const isNumber = (place: number) => parentFields[place]?.codec.kind === 'number';
  ensure(isNumber(places.firstDay), 'first day');
  for (const place of [places.opening, places.level]) {
    ensure(balance === null ? place === -1 : isNumber(place), 'opening or mean balance');
  }
}
