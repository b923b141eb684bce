import { AppError } from '../../../../shared/errors.ts';
import { type Cell, type Cells, JsonNumber } from './cell.ts';

/** Cells of a record, the rows of its lists by their names, and the names of its objects. */
export type JsonRecord = { cells: Cells; lists: Map<string, Cells[]>; objects: string[] };

/** Column of a list of plain values. */
const VALUE = 'value';

export const fault = (message: string) => new AppError('validation_failed', message);

type Source = { source: string };
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: Source) => unknown,
) => unknown;

/** JSON.parse with the source text of numbers, so that 12.50 keeps its zero (ECMA-262, JSON.parse source text access). */
const parseWithSource = JSON.parse as ParseWithSource;

const keepLetters = (_: string, value: unknown, { source }: Source): unknown =>
  typeof value === 'number' ? new JsonNumber(source) : value;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof JsonNumber);

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

/** Collects the cells of objects and counts their members. */
function createFlattener() {
  let members = 0;
  const objects: string[] = [];

  const put = (cells: Cells, name: string, value: unknown) => {
    if (cells.has(name)) throw fault(`two values of the column '${name}'`);
    if (isObject(value)) throw fault(`column '${name}' is nested more than one level deep`);
    if (Array.isArray(value))
      throw fault(`column '${name}' contains a list within a list, which is nested too deep`);
    cells.set(name, value as Cell);
  };
  /** Passes on the members of an object, those of a nested one as `a.b`. */
  const eachMember = (object: object, pass: (name: string, value: unknown) => void) => {
    for (const [name, value] of Object.entries(object)) {
      members++;
      if (!isObject(value)) pass(name, value);
      else {
        objects.push(name);
        for (const [inner, part] of Object.entries(value)) {
          members++;
          pass(`${name}.${inner}`, part);
        }
      }
    }
  };
  const rowOf = (list: string, item: unknown): Cells => {
    const cells: Cells = new Map();
    if (isObject(item)) eachMember(item, (name, value) => put(cells, name, value));
    else if (Array.isArray(item))
      throw fault(`'${list}' contains a list within a list, which is nested too deep`);
    else if (item !== null) put(cells, VALUE, item);
    return cells;
  };
  const rowsOf = (list: string, items: readonly unknown[]): Cells[] => {
    const objects = items.filter(isObject).length;
    if (objects > 0 && items.some((item) => item !== null && !isObject(item)))
      throw fault(`the list '${list}' contains both objects and plain values`);
    return items.map((item) => rowOf(list, item));
  };
  return {
    members: () => members,
    record: (object: object): JsonRecord => {
      const record: JsonRecord = { cells: new Map(), lists: new Map(), objects };
      eachMember(object, (name, value) => {
        if (record.lists.has(name)) throw fault(`two values of the column '${name}'`);
        if (!Array.isArray(value)) put(record.cells, name, value);
        else if (record.cells.has(name)) throw fault(`two values of the column '${name}'`);
        else record.lists.set(name, rowsOf(name, value));
      });
      return record;
    },
  };
}

/**
 * Parses one JSON object into cells. Members of a nested object become columns named `a.b`, lists
 * become rows of their own.
 *
 * @throws AppError naming the fault, without its position
 */
export function parseRecord(text: string): JsonRecord {
  let object: unknown;
  try {
    object = parseWithSource(text, keepLetters);
  } catch {
    throw fault('invalid JSON');
  }
  if (!isObject(object)) throw fault('expected a JSON object');
  const flattener = createFlattener();
  const record = flattener.record(object);
  // JSON.parse keeps the last of several members of one name.
  if (flattener.members() !== countMembers(text)) throw fault('two members of the same name');
  return record;
}
