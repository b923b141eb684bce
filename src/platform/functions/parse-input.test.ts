import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { parseInput } from './parse-input.ts';

const schema = z.strictObject({
  count: z.int(),
  name: z.string().min(3, 'Names have 3 letters or more').optional(),
  nested: z.strictObject({ seed: z.string() }).optional(),
});

const refusal = (input: unknown): AppError => {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('the input was taken');
};

test('returns what the schema makes of the input; no input is an empty object', () => {
  expect(parseInput(z.object({ count: z.int().default(5) }), undefined)).toEqual({ count: 5 });
  expect(() => parseInput(z.object({ count: z.int().default(5) }), null)).toThrow(
    'expected object',
  );
  expect(parseInput(schema, { count: 2 })).toEqual({ count: 2 });
});

test.each([
  [{ count: 1, seed: 2, colour: 3 }, 'Unknown key: seed, colour'],
  [{ count: 'x' }, 'count: Invalid input: expected number, received string'],
  [
    { count: 1, nested: { seed: 7 } },
    'nested.seed: Invalid input: expected string, received number',
  ],
  [{ count: 1, name: 'ab' }, 'Names have 3 letters or more'],
  [7, 'Invalid input: expected object, received number'],
])('refuses %j, naming the field', (input, message) => {
  const error = refusal(input);
  expect([error.code, error.status, error.message]).toEqual(['bad_request', 400, message]);
});
