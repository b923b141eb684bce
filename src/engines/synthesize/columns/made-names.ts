import { listOfNames } from '../../meaning/persons/draw-person.ts';
import { streamFor } from '../../random/stream.ts';
import type { CategoryColumn, Table } from '../../table/table.ts';
import { PURPOSES } from '../random-purposes.ts';
import type { ColumnPlan } from './column-plan.ts';
import { wordsFor } from './made-words.ts';
import { rootOf } from './numbering.ts';
import { fillTemplate, learnParts, ownersOfWords, shapeOf } from './word-parts.ts';

const MAX_NAMES = 20_000;
/** Tries without a new name after which no more are made. */
const MAX_MISSES = 200;

type HeldBy = { entity: Int32Array | null; threshold: number };

/** Owners of each name: entities, or else the name itself, since a person may have many rows. */
const ownersOf = (column: CategoryColumn, { entity, threshold }: HeldBy): Set<number>[] =>
  entity === null
    ? column.dictionary.map((_, name) => new Set([name]))
    : ownersOfWords(column, entity, threshold);

/** Makes names of letters that enough names have after three others; none is one of the file's. */
function makeNames(
  column: CategoryColumn,
  { list, count }: { list: readonly string[]; count: number },
  held: HeldBy,
): string[] {
  const { dictionary, name } = column;
  const owners = ownersOf(column, held);
  const parts = learnParts(dictionary, owners, held.threshold);
  const shapes = [...Map.groupBy(dictionary.keys(), (code) => shapeOf(dictionary[code]!)).values()]
    .filter((codes) => new Set(codes.flatMap((code) => [...owners[code]!])).size >= held.threshold)
    .flat()
    .map((code) => shapeOf(dictionary[code]!))
    .sort();
  if (shapes.length === 0) return [];
  const taken = new Set([...dictionary, ...list]);
  const stream = streamFor(1n, name.length, PURPOSES.madeWords);
  const made: string[] = [];
  for (let misses = 0; made.length < count && misses < MAX_MISSES; misses++) {
    const text = fillTemplate(shapes[stream.below(shapes.length)]!, parts, stream);
    if (text === null || taken.has(text)) continue;
    taken.add(text);
    made.push(text);
    misses = 0;
  }
  return made.slice(0, Math.floor(made.length / held.threshold) * held.threshold);
}

/**
 * Adds names to columns of given or family names that have more different ones than the list of
 * their language: made of letters that enough of the file's names share.
 */
export function withMadeNames(
  table: Table,
  plans: readonly ColumnPlan[],
  held: HeldBy,
): ColumnPlan[] {
  return plans.map((plan, i) => {
    const { made } = plan;
    const column = table.columns[i]!;
    if (made?.kind !== 'personal' || column.kind !== 'category') return plan;
    if (made.personal !== 'first_name' && made.personal !== 'last_name') return plan;
    const list = listOfNames(made.personal, made.style?.language);
    const distinct = column.dictionary.length;
    if (distinct <= list.length) return plan;
    const persons = made.identity?.entities ?? table.rows;
    const isAlone = made.identity !== undefined && rootOf(plans, i) === i;
    const needed = Math.min(MAX_NAMES, isAlone ? distinct : wordsFor(distinct, persons));
    const names = makeNames(column, { list, count: needed - list.length }, held);
    return names.length === 0 ? plan : { ...plan, made: { ...made, names } };
  });
}
