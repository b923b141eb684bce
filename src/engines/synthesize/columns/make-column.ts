import { makePersonal } from '../../meaning/persons/make-personal.ts';
import type { RandomStream } from '../../random/stream.ts';
import type { Column } from '../../table/table.ts';
import type { ColumnHead } from '../codec/field.ts';
import { type CodePattern, writeCode } from './code-pattern.ts';
import type { GeneratedColumn, PersonalIdentity } from './column-plan.ts';
import { makeText } from './make-text.ts';
import { drawStates } from './state-strings.ts';
import { textAt } from './text-pool.ts';
import { wordColumn } from './word-column.ts';

/** Draws an entity with the file's frequencies: first a percentile, then an entity in it. */
export function drawEntity(
  popularity: Float64Array,
  entities: number,
  stream: RandomStream,
): number {
  const parts = popularity.length - 1;
  let total = 0;
  for (let i = 0; i < parts; i++) total += popularity[i] + popularity[i + 1];
  let draw = stream.float() * total;
  let part = 0;
  while (part < parts - 1) {
    draw -= popularity[part] + popularity[part + 1];
    if (draw < 0) break;
    part++;
  }
  return Math.min(entities - 1, Math.floor(((part + stream.float()) / parts) * entities));
}

/**
 * Returns the number that follows from a parent's: the same for several parents, or one of the
 * parent's own if there are more numbers than parents.
 */
function numberOf(
  parent: number,
  { entities, parents }: { entities: number; parents: number },
  stream: RandomStream,
): number {
  if (parent < 0) return -1;
  const first = Math.floor((parent * entities) / parents);
  const own = Math.floor(((parent + 1) * entities) / parents) - first;
  return own < 2 ? first : first + stream.below(own);
}

/**
 * Draws the entity numbers of a block's rows in a reference column; -1 for none.
 *
 * @param parent entity numbers of the column that decides this one, if any
 * @param parentEntities number of entities of that column
 */
export function drawReferences(
  reference: Pick<PersonalIdentity, 'entities' | 'popularity'>,
  {
    rows,
    parent,
    parentEntities,
    missingShare,
    stream,
  }: {
    rows: number;
    parent: Int32Array | null;
    parentEntities: number;
    missingShare: (row: number) => number;
    stream: RandomStream;
  },
): Int32Array {
  const of = new Int32Array(rows);
  const parents = Math.max(1, parentEntities);
  for (let row = 0; row < rows; row++) {
    if (parent !== null) {
      of[row] = numberOf(parent[row], { entities: reference.entities, parents }, stream);
    } else if (reference.entities === 0 || stream.float() < missingShare(row)) of[row] = -1;
    else of[row] = drawEntity(reference.popularity, reference.entities, stream);
  }
  return of;
}

/** Writes entity numbers in a column's layout, as codes or counted from its first number. */
export function writeEntities(
  layout: ColumnHead,
  {
    pattern,
    first,
    nullWord,
  }: { pattern: CodePattern; first: number; nullWord?: string | undefined },
  { entity, rows }: { entity: (row: number) => number; rows: number },
): Column {
  if (layout.kind === 'category') {
    return wordColumn({ name: layout.name, nullWord }, rows, (row) => {
      const index = entity(row);
      return index < 0 ? null : writeCode(pattern, index);
    });
  }
  const values = new Float64Array(rows);
  const isScattered = pattern.scatter !== undefined;
  const numberAt = (index: number) =>
    isScattered ? Number(writeCode(pattern, index)) : first + index;
  for (let row = 0; row < rows; row++) {
    const index = entity(row);
    values[row] = index < 0 ? Number.NaN : numberAt(index);
  }
  return { ...layout, values };
}

/** Steps by which texts are taken in turn, so that few of many repeat (golden ratio). */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Generates personal data or text: one value per row, or per entity if `entity` is given. */
export function makeWords(
  layout: ColumnHead,
  {
    plan,
    rows,
    missingShare,
    codeOf = () => 0,
    streamOf,
  }: {
    plan: Extract<GeneratedColumn, { kind: 'personal' | 'text' | 'none' }>;
    /** Share of missing values in each row, if a modeled column predicts it. */
    missingShare?: (row: number) => number;
    rows: number;
    /** Code of a modeled field in each row, if it is drawn before. */
    codeOf?: ((field: number, row: number) => number) | undefined;
    streamOf: (row: number) => RandomStream;
  },
): Column {
  const nullWord = plan.kind === 'none' ? undefined : plan.nullWord;
  let offset: number | null = null;
  return wordsOf(layout, { rows, nullWord }, (row) => {
    if (plan.kind === 'none') return null;
    const stream = streamOf(row);
    if (stream.float() < (missingShare?.(row) ?? plan.nullShare)) return null;
    if (plan.kind === 'personal') return makePersonal(plan, stream);
    const { states, shared } = plan;
    if (shared !== undefined) {
      offset ??= stream.float();
      const code = shared.field < 0 ? 0 : codeOf(shared.field, row);
      return textAt(shared, code, (offset + row * GOLDEN) % 1);
    }
    return states === undefined
      ? makeText(plan, stream)
      : drawStates(states, states.field < 0 ? 0 : codeOf(states.field, row), stream);
  });
}

/** Writes words in a column's layout; a numeric column keeps their digits. */
export function wordsOf(
  layout: ColumnHead,
  { rows, nullWord }: { rows: number; nullWord: string | undefined },
  word: (row: number) => string | null,
): Column {
  const column = wordColumn({ name: layout.name, nullWord }, rows, word);
  if (layout.kind === 'category') return column;
  const values = Float64Array.from(column.codes, (code) => {
    const digits = code < 0 ? '' : column.dictionary[code].replaceAll(/\D/g, '');
    return digits === '' ? Number.NaN : Number(digits);
  });
  return { ...layout, values };
}
