import { expect, test } from 'vitest';
import { z } from 'zod';
import { byColumn } from './by-column.ts';

const schema = z.strictObject({ schema: byColumn(z.string().max(3)) });

test('a column named __proto__ is kept', () => {
  const parsed = schema.parse(JSON.parse('{"schema":{"a":"x","__proto__":"y"}}'));
  expect(JSON.stringify(parsed)).toBe('{"schema":{"a":"x","__proto__":"y"}}');
});

test.each(['{"a":"long"}', '{"__proto__":1}', '[]', 'null', '"a"'])('%s is refused', (text) => {
  expect(schema.safeParse({ schema: JSON.parse(text) }).success).toBe(false);
});

test('the schema of the values is documented', () => {
  expect(z.toJSONSchema(schema, { unrepresentable: 'any' }).properties?.schema).toEqual({
    type: 'object',
    additionalProperties: { $schema: expect.any(String), type: 'string', maxLength: 3 },
  });
});
