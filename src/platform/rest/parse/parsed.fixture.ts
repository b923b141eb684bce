import { RestError } from '../errors/rest-error.ts';
import { parseQuery } from './parse-query.ts';
import type { Field, SelectItem } from './query.ts';

export const read = (query: string) => parseQuery(query, false);

export function refusal(query: string): RestError {
  try {
    read(query);
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error(`accepted: ${query.slice(0, 100)}`);
}

export const plain = (name: string): Field => ({ name, path: [] });
export const column = (name: string): SelectItem => ({
  kind: 'field',
  field: plain(name),
  alias: null,
  cast: null,
  aggregate: null,
});
