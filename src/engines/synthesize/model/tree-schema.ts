import { z } from 'zod';
import { count, decimals, f64, i32, place, size, u8, u32 } from './scalar-schema.ts';

export const numberCodec = z.strictObject({
  kind: z.literal('number'),
  size,
  nullCode: place,
  upper: f64,
  atomStart: i32,
  atomValue: f64,
  atomRows: f64,
  looseRows: f64,
  edgeStart: i32,
  edges: f64,
  step: z.number().positive(),
  decimals,
  low: z.number(),
  high: z.number(),
  /** Written by private models of synthesize/3, which can still be sampled. */
  pinned: z.literal(false).optional(),
});

const categoryCodec = z.strictObject({
  kind: z.literal('category'),
  size,
  nullCode: place,
  values: z.array(z.string()),
  restCode: place,
  restValues: z.array(z.string()),
  restRows: f64,
  restStart: i32.optional(),
  rareCode: place,
  rows: f64,
});

export const field = z.strictObject({
  part: z.enum(['whole', 'day', 'clock']),
  codec: z.discriminatedUnion('kind', [numberCodec, categoryCodec]),
});

export const tree = z.strictObject({
  feature: i32,
  threshold: i32,
  left: i32,
  right: i32,
  parent: i32,
  above: u8,
  leftOf: u8,
  start: i32,
  codes: u8,
  rows: u32,
});

export const nested = z.strictObject({ trees: z.array(tree).min(1), start: i32, next: i32 });

const sum = z.strictObject({ fields: i32, weights: f64, cuts: f64 });

const chain = z.strictObject({
  order: i32,
  trees: z.array(nested),
  features: z.array(i32),
  copies: z.array(z.strictObject({ field: count, parents: i32 })),
  sums: z.strictObject({ scores: z.array(f64.nullable()), of: z.array(sum.nullable()) }).optional(),
});

export const treesCore = chain.extend({
  kind: z.literal('trees'),
  ordered: u8,
  sizes: i32,
  second: chain.optional(),
});
