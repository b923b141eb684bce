import { z } from 'zod';

/** Object with a value for each column. Unlike z.record, it keeps a column named __proto__. */
export const byColumn = <Value extends z.ZodType>(values: Value) =>
  z
    .custom<Record<string, z.output<Value>>>(
      (object) =>
        typeof object === 'object' &&
        object !== null &&
        !Array.isArray(object) &&
        Object.values(object).every((value) => values.safeParse(value).success),
      'Must be an object with a value for each column',
    )
    .meta({ type: 'object', additionalProperties: z.toJSONSchema(values) });
