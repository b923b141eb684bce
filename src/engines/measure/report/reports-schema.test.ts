import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { reportsSchema } from './reports-schema.ts';

const published = fileURLToPath(
  new URL('../../../../docs/methods/metrics/report.schema.json', import.meta.url),
);

/** To update: `UPDATE_SCHEMA=1`, then `biome check --write`. */
test('the published schema matches the stored reports', () => {
  const schema = z.toJSONSchema(reportsSchema);
  if (process.env.UPDATE_SCHEMA) writeFileSync(published, JSON.stringify(schema, null, 2));
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema)));
});
