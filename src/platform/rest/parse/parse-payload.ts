import { invalidBody } from '../errors/request-errors.ts';
import { DEEPEST_VALUE, nestingDepth } from './nesting.ts';

export type Payload = {
  /** Original text, which PostgreSQL parses, so that no number loses digits. */
  raw: string;
  isArray: boolean;
  rows: Record<string, unknown>[];
};

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parseJson(text: string): unknown {
  if (nestingDepth(text) > DEEPEST_VALUE) throw invalidBody('The body is nested too deeply');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody('Empty or invalid json');
  }
}

export function parsePayload(body: unknown): Payload {
  const raw = typeof body === 'string' ? body : '';
  const value = parseJson(raw);
  if (isRow(value)) return { raw, isArray: false, rows: [value] };
  if (Array.isArray(value) && value.every(isRow)) return { raw, isArray: true, rows: value };
  throw invalidBody('The body must be a JSON object or an array of objects');
}

export function uniformKeys({ rows }: Payload): string[] {
  const keys = Object.keys(rows[0] ?? {});
  for (const row of rows) {
    const own = Object.keys(row);
    if (own.length !== keys.length || !own.every((key) => Object.hasOwn(rows[0]!, key))) {
      throw invalidBody('All object keys must match');
    }
  }
  return keys;
}
