import { z } from 'zod';
import controls from './controls.json' with { type: 'json' };

const named = {
  id: z.string(),
  title: z.string(),
  /** That no source was found which gives the control this title. */
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
      /** Where the titles of its controls were compared, and how closely they follow. */
      titles: z.strictObject({ from: z.url(), how: z.string() }),
      note: z.string().nullable(),
      controls: z.array(control),
    }),
  ),
});

/** Controls of supervisors and standards: each with the parts of a pack that answer it, or why none does. */
export const CONTROLS = controlMap.parse(controls);
