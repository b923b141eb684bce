import { z } from 'zod';
import { count, f64, i32, place, share, size, u8 } from './scalar-schema.ts';
import { field, nested, numberCodec, treesCore } from './tree-schema.ts';

/** Schema of a model of sequences; `checkSequence` verifies that its parts fit together. */
export const sequenceCore = z.strictObject({
  kind: z.literal('sequence'),
  entityColumn: count,
  timeColumn: count,
  amountColumn: place,
  balanceColumn: place,
  isStatic: u8,
  sortedByTime: z.boolean(),
  newestFirst: z.literal(true).optional(),
  entities: z.number().int().min(1),
  meanRows: z.number().min(1).optional(),
  longest: z.number().int().min(1).max(10_000_000),
  firstDay: z.number(),
  lastDay: z.number(),
  parentFields: z.array(field),
  parent: treesCore,
  places: z.strictObject({
    statics: i32,
    firstDay: count,
    opening: place,
    level: place,
    rows: count.optional(),
  }),
  kindFields: i32,
  kinds: u8,
  kindCount: size,
  tracked: i32,
  rowFields: i32,
  clock: place,
  gap: numberCodec,
  balance: numberCodec.nullable(),
  gapTree: nested,
  kindTree: nested.nullable(),
  rowTrees: z.array(nested),
  slots: z.strictObject({ sizes: i32, ordered: u8, lags: count, since: count, parent: count }),
  overdraft: share,
  goesOn: share.optional(),
  redrawsLate: z.boolean().optional(),
  kindAmounts: z.strictObject({ negative: f64, low: f64, high: f64 }).optional(),
  recurring: z
    .strictObject({
      kinds: i32,
      place: count,
      fromStart: z.boolean(),
      groups: z.array(z.strictObject({ kinds: i32, choice: nested })),
      streams: z.array(z.strictObject({ fields: z.array(field), trees: treesCore })),
      offsets: nested,
      held: u8,
    })
    .optional(),
  steering: f64,
  balanceSteering: f64,
  amountSteering: f64,
});
