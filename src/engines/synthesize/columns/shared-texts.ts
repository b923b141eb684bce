import { namesDescriptions } from '../../meaning/persons/names-in-texts.ts';
import { streamFor } from '../../random/stream.ts';
import type { CategoryColumn, Table } from '../../table/table.ts';
import { PURPOSES } from '../random-purposes.ts';
import type { ColumnPlan } from './column-plan.ts';
import { makeRareWords } from './made-words.ts';
import { nobodysTexts } from './nobodys-texts.ts';
import { learnChain, textWriter } from './text-chain.ts';
import { countPairs, fieldOf, type Learned, pairsHeld } from './text-groups.ts';
import type { SharedTexts } from './text-pool.ts';
import { ownersOfWords } from './word-parts.ts';

/** Mean number of words above which texts are written word by word. */
const MAX_SHORT = 4;
const MAX_CHARACTERS = 2_000_000;
const MAX_MISSES = 50;
type Weighted = Map<string, number>;

/** Joins the groups' texts, of which each occurs once in `words`. */
function joined(groups: readonly Weighted[], field: number, of: Int32Array): SharedTexts {
  const placeOf = new Map<string, number>();
  const places: number[] = [];
  const rows: number[] = [];
  const start = [0];
  for (const group of groups) {
    let sum = 0;
    for (const [text, weight] of group) {
      if (!placeOf.has(text)) placeOf.set(text, placeOf.size);
      places.push(placeOf.get(text)!);
      sum += weight;
      rows.push(sum);
    }
    start.push(places.length);
  }
  return {
    field,
    groups: of,
    start: Int32Array.from(start),
    places: Int32Array.from(places),
    rows: Float64Array.from(rows),
    words: [...placeOf.keys()],
  };
}

const add = (texts: Weighted, text: string, rows: number) =>
  texts.set(text, (texts.get(text) ?? 0) + rows);

/** Makes short texts, of the group of their code. */
function shortTexts(
  column: CategoryColumn,
  frequent: readonly boolean[],
  learned: Learned,
): SharedTexts | null {
  const { entity, threshold } = learned;
  const field = fieldOf(column, learned);
  const codes = learned.codes[field] ?? new Uint8Array(column.codes.length);
  const pairs = countPairs(column, codes);
  const isHeld = pairsHeld(column, codes, learned);
  const codeOf = (word: number) =>
    [...(pairs.get(word) ?? [[0, 0]])].reduce((most, own) => (own[1] > most[1] ? own : most))[0]!;
  const keyOf = (word: number) => (field < 0 ? '' : String(codeOf(word)));
  const made = makeRareWords(column, { frequent, keyOf, inTurn: field < 0 }, { entity, threshold });
  if (made === null) return null;
  const size = learned.fields[field]?.codec.size ?? 0;
  const all: Weighted = new Map();
  const byCode = Array.from({ length: size }, (): Weighted => new Map());
  for (const [word, own] of pairs) {
    if (!frequent[word]) continue;
    const text = column.dictionary[word]!;
    for (const [code, rows] of own) {
      add(all, text, rows);
      if (field >= 0 && isHeld(word, code)) add(byCode[code]!, text, rows);
    }
  }
  const rareRows = new Float64Array(made.keys.length);
  made.column.codes.forEach((code) => {
    const group = made.start.findLastIndex((from) => from <= code);
    if (code >= column.dictionary.length) rareRows[group]!++;
  });
  made.keys.forEach((key, g) => {
    const words = made.column.dictionary.slice(made.start[g], made.start[g + 1]);
    const group = field >= 0 && /^\d+$/.test(key) ? byCode[Number(key)] : undefined;
    for (const word of words)
      for (const texts of group === undefined ? [all] : [all, group])
        add(texts, word, rareRows[g]! / words.length);
  });
  const filled = byCode.flatMap((texts, code) => (texts.size >= threshold ? [code] : []));
  const of = Int32Array.from({ length: size }, (_, code) => filled.indexOf(code) + 1);
  return joined([all, ...filled.map((code) => byCode[code]!)], field, of);
}

/** Writes long texts word by word. */
function longTexts(
  column: CategoryColumn,
  frequent: readonly boolean[],
  { entity, threshold }: Learned,
): SharedTexts | null {
  const { codes, dictionary, name } = column;
  const owners = ownersOfWords(column, entity, threshold);
  const counts = new Float64Array(dictionary.length);
  for (const code of codes) if (code >= 0) counts[code]!++;
  const used = [...dictionary.keys()].filter((code) => counts[code]! > 0);
  const chain = learnChain(
    used.map((code) => ({ text: dictionary[code]!, owners: owners[code]!, rows: counts[code]! })),
    threshold,
  );
  const texts: Weighted = new Map();
  for (const code of used) if (frequent[code]) add(texts, dictionary[code]!, counts[code]!);
  const rare = used.filter((code) => !frequent[code]);
  const rows = rare.reduce((sum, code) => sum + counts[code]!, 0);
  const most = Math.ceil(rare.length / threshold) * threshold;
  const taken = new Set(dictionary);
  const stream = streamFor(1n, name.length, PURPOSES.madeWords);
  const write = textWriter(chain, stream);
  const made: string[] = [];
  let characters = 0;
  for (let misses = 0; made.length < most && misses < MAX_MISSES && characters < MAX_CHARACTERS; ) {
    misses++;
    const text = write();
    if (text === null || taken.has(text)) continue;
    taken.add(text);
    made.push(text);
    characters += text.length;
    misses = 0;
  }
  if (made.length < threshold) return null;
  for (const text of made) add(texts, text, rows / made.length);
  return joined([texts], -1, new Int32Array(0));
}

const isShort = ({ dictionary }: CategoryColumn): boolean =>
  dictionary.reduce((sum, text) => sum + text.trim().split(/\s+/).length, 0) <=
  MAX_SHORT * dictionary.length;

function textsOf(column: CategoryColumn, learned: Learned): SharedTexts | null {
  const short = isShort(column);
  // Towns and titles are given names as well: Charlotte, Port Austin.
  const own = nobodysTexts(column, { hasNames: !short || namesDescriptions(column.name) });
  const { entity, threshold } = learned;
  const frequent = ownersOfWords(own, entity, threshold).map(({ size }) => size >= threshold);
  return (short ? shortTexts : longTexts)(own, frequent, learned);
}

/** Share of rows whose text recurs, but for its numbers, in descriptions of payments. */
const RECURRING = 0.5;

/**
 * Returns true for descriptions of payments that recur: rows without an entity may all be of one
 * account, whose texts name its owner and friends.
 */
function areOfAccount({ name, codes, dictionary }: CategoryColumn, threshold: number): boolean {
  if (!namesDescriptions(name)) return false;
  const forms = dictionary.map((text) => text.replaceAll(/\d/g, '#'));
  const rows = new Map<string, number>();
  for (const code of codes)
    if (code >= 0) rows.set(forms[code]!, (rows.get(forms[code]!) ?? 0) + 1);
  const recurring = [...rows.values()].filter((count) => count >= threshold);
  return recurring.reduce((sum, count) => sum + count, 0) >= RECURRING * codes.length;
}

/**
 * Plans texts of parts that enough entities have, without names and numbers of anybody; columns
 * without such parts keep neutral words, and so do descriptions of payments by unknown accounts.
 *
 * @param learned modeled fields that are drawn before; none if texts are drawn apart
 */
export function withSharedTexts(
  table: Table,
  plans: readonly ColumnPlan[],
  learned: Learned,
): ColumnPlan[] {
  return plans.map((plan, i) => {
    const { made } = plan;
    const column = table.columns[i]!;
    if (made?.kind !== 'text' || column.kind !== 'category') return plan;
    if (made.states !== undefined || made.style === undefined || made.style.webAddresses === true)
      return plan;
    if (learned.entity === null && areOfAccount(column, learned.threshold)) return plan;
    const shared = textsOf(column, learned);
    return shared === null ? plan : { ...plan, made: { ...made, shared } };
  });
}
