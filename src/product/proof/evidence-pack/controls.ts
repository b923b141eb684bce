import { z } from 'zod';
import controls from './controls.json' with { type: 'json' };

const control = z.union([
  z.strictObject({
    id: z.string(),
    title: z.string(),
    answered_by: z.array(z.string()).min(1),
    how: z.string(),
  }),
  z.strictObject({ id: z.string(), title: z.string(), not_covered: z.string() }),
]);

const controlMap = z.strictObject({
  note: z.string(),
  frameworks: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      version: z.string(),
      source: z.url(),
      note: z.string().nullable(),
      controls: z.array(control),
    }),
  ),
});

/** Controls of supervisors and standards: each with the parts of a pack that answer it, or why none does. */
export const CONTROLS = controlMap.parse(controls);
