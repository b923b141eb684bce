import { z } from 'zod';
import controls from './controls.json' with { type: 'json' };

const named = {
  id: z.string(),
  title: z.string(),
  title_unconfirmed: z.literal(true).optional(),
};

const control = z.union([
  z.strictObject({
    ...named,
    answered_by: z.array(z.string()).min(1),
    how: z.string(),
  }),
  z.strictObject({ ...named, not_covered: z.string() }),
]);

const controlMap = z.strictObject({
  note: z.string(),
  frameworks: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      version: z.string(),
      source: z.url(),
      titles: z.strictObject({ from: z.url(), how: z.string() }),
      note: z.string().nullable(),
      controls: z.array(control),
    }),
  ),
});

export const CONTROLS = controlMap.parse(controls);
