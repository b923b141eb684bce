import { z } from 'zod';
import type { PictureFigures } from '../../../shared/report-sentences/picture-table.ts';

const share = z.number().nullable();
const side = z.enum(['real', 'holdout', 'synthetic']);
const axis = z.strictObject({ title: z.string(), labels: z.array(z.string()) });

/** Picture of a quality report; null: too few real people are behind a figure to disclose it. */
export const pictureSchema: z.ZodType<PictureFigures> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('grid'),
    name: z.enum(['activity', 'components', 'pair']),
    x: axis,
    y: axis,
    sides: z.array(z.strictObject({ side, cells: z.array(z.array(share)) })),
  }),
  z.strictObject({
    kind: z.literal('bars'),
    name: z.enum(['months', 'lengths', 'children']),
    column: z.string(),
    bins: z.array(z.strictObject({ label: z.string(), real: share, synthetic: share })),
    orphans: z.strictObject({ real: share, synthetic: share }).optional(),
  }),
  z.strictObject({
    kind: z.literal('fan'),
    name: z.enum(['balance', 'sum']),
    column: z.string(),
    quantiles: z.array(z.number()),
    steps: z.array(z.string()),
    sides: z.array(z.strictObject({ side, values: z.array(z.array(share)) })),
  }),
]);
