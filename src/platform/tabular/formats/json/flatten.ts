import { AppError } from '../../../../shared/errors.ts';

/** Cells of a record by column name; null is a missing value. */
export type Cells = Map<string, string | null>;

export const fault = (message: string) => new AppError('validation_failed', message);

type Source = { source: string };
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: Source) => unknown,
) => unknown;

/** JSON.parse with the source text of numbers, so that 12.50 keeps its zero (ECMA-262, JSON.parse source text access). */
const parseWithSource = JSON.parse as ParseWithSource;

const keepLetters = (_: string, value: unknown, { source }: Source): unknown =>
  typeof value === 'number' ? source : value;

function put(cells: Cells, name: string, value: unknown): void {
  if (cells.has(name)) throw fault(`two values of the column '${name}'`);
  if (Array.isArray(value)) {
    throw fault(`column '${name}' contains a list, which a table cell cannot hold`);
  }
  if (typeof value === 'object' && value !== null) {
    throw fault(`column '${name}' is nested more than one level deep`);
  }
  cells.set(name, value === null ? null : String(value));
}

/** Counts the members of a JSON object and of those nested in it: colons outside of strings. */
function countMembers(text: string): number {
  let members = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (inString && c === '\\') i++;
    else if (c === '"') inString = !inString;
    else if (c === ':' && !inString) members++;
  }
  return members;
}

/**
 * Parses one JSON object into cells. Members of a nested object become columns named `a.b`.
 *
 * @throws AppError naming the fault, without its position
 */
export function parseRecord(text: string): Cells {
  let record: unknown;
  try {
    record = parseWithSource(text, keepLetters);
  } catch {
    throw fault('invalid JSON');
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw fault('expected a JSON object');
  }
  const cells: Cells = new Map();
  let members = 0;
  for (const [name, value] of Object.entries(record)) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject) put(cells, name, value);
    else {
      members += 1;
      for (const [inner, part] of Object.entries(value)) put(cells, `${name}.${inner}`, part);
    }
  }
  // JSON.parse keeps the last of several members of one name.
  if (cells.size + members !== countMembers(text)) throw fault('two members of the same name');
  return cells;
}
