import type { Column } from '../../table/table.ts';
import { groupWord, NO_TEXT, type PayeeTexts } from './payments.ts';
import type { Template } from './text-template.ts';

/** Share of payees of several rows whose number in a text is always the same. */
const MIN_CONSTANT = 0.9;

type TextFacts = { rows: number; accounts: Set<number>; ibans: number; amounts: number[] };
/** Numbers in the texts of an account and payee, and those that are the same in all. */
type Relation = { ids: readonly string[]; same: boolean[]; rows: number };
type Rows = { words: readonly (string | null)[]; of: Int32Array };

/** Marks the numbers in texts that stay the same for each account and payee, as a customer's does. */
export function withConstantIds(
  templates: readonly (Template | null)[],
  { words, of, payees }: Rows & { payees: Int32Array },
): (string | null)[] {
  const keyOf = (row: number) => `${groupWord(words[row] ?? '')}\n${templates[row]?.text}`;
  const groups = new Map<string, Map<string, Relation>>();
  templates.forEach((template, row) => {
    if (template === null || template.ids.length === 0) return;
    const { ids } = template;
    const relations = groups.get(keyOf(row)) ?? new Map<string, Relation>();
    groups.set(keyOf(row), relations);
    const relation = `${of[row]} ${payees[row]}`;
    const known = relations.get(relation);
    if (known === undefined) relations.set(relation, { ids, same: ids.map(() => true), rows: 1 });
    else {
      known.rows++;
      known.same = known.same.map((same, i) => same && ids[i] === known.ids[i]);
    }
  });
  const constant = new Map(
    [...groups].map(([key, relations]) => {
      const several = [...relations.values()].filter(({ rows }) => rows > 1);
      const places = several[0]?.same.length ?? 0;
      const isConstant = (i: number) =>
        several.filter(({ same }) => same[i]).length >= MIN_CONSTANT * several.length;
      return [key, Array.from({ length: places }, (_, i) => isConstant(i))];
    }),
  );
  return templates.map((template, row) => {
    const places = constant.get(keyOf(row));
    if (template === null || places === undefined) return template?.text ?? null;
    let at = 0;
    return template.text.replaceAll('⟦id ', () => (places[at++] === true ? '⟦key ' : '⟦id '));
  });
}

const QUANTILES = 20;

/**
 * Returns quantiles of amounts whose ends are means of `threshold` rows; the mean of too few rows of
 * one sign, none of both.
 */
function quantilesOf(amounts: readonly number[], threshold: number): Float64Array {
  const sorted = Float64Array.from(amounts).sort();
  const mean = (part: Float64Array) => part.reduce((sum, own) => sum + own / part.length, 0);
  if (sorted.length < 2 * threshold) {
    const hasMean = sorted.length >= threshold && sorted[0]! > 0 === sorted.at(-1)! > 0;
    return new Float64Array(hasMean ? 2 : 0).fill(mean(sorted));
  }
  const [low, high] = [mean(sorted.slice(0, threshold)), mean(sorted.slice(-threshold))];
  return Float64Array.from({ length: QUANTILES + 1 }, (_, k) => {
    const own = sorted[Math.round((k * (sorted.length - 1)) / QUANTILES)]!;
    return Math.min(high, Math.max(low, own));
  });
}

/** Counts the texts of each firm and group of persons, as far as enough rows and accounts have them. */
export function learnedTexts(
  texts: readonly (string | null)[],
  {
    words,
    of,
    count,
    threshold,
    amounts,
    ibans,
  }: Rows & {
    count: number;
    threshold: number;
    amounts: Column | undefined;
    ibans: Column | undefined;
  },
): PayeeTexts[] {
  const seen = new Map<string, Map<string, TextFacts>>();
  words.forEach((word, row) => {
    if (word === null) return;
    const text = texts[row] ?? NO_TEXT;
    const key = groupWord(word);
    const own = seen.get(key) ?? new Map();
    seen.set(key, own);
    const facts = own.get(text) ?? { rows: 0, accounts: new Set<number>(), ibans: 0, amounts: [] };
    if (ibans?.kind === 'category' && ibans.codes[row]! >= 0) facts.ibans++;
    if (amounts?.kind === 'number' && !Number.isNaN(amounts.values[row]!))
      facts.amounts.push(amounts.values[row]!);
    facts.rows++;
    facts.accounts.add(of[row]!);
    own.set(text, facts);
  });
  const least = Math.min(count, threshold);
  return [...seen].flatMap(([payee, own]) => {
    const shown = [...own].filter(
      ([, { rows, accounts }]) => rows >= threshold && accounts.size >= least,
    );
    if (shown.length === 0) return [];
    const rows = Float64Array.from(shown, ([, facts]) => facts.rows);
    const all = [...own.values()].flatMap(({ amounts: every }) => every);
    const quantiles = shown.map(([, facts]) => {
      const ofText = quantilesOf(facts.amounts, threshold);
      if (facts.amounts.length >= 2 * threshold) return ofText;
      // A text of few rows has the amounts of the payee's other texts with its sign.
      const [low, high] = [Math.min(...facts.amounts), Math.max(...facts.amounts)];
      const alike = all.filter((amount) => (high < 0 ? amount < 0 : low <= 0 || amount > 0));
      const isMixed = facts.amounts.length > 0 && low < 0 && high > 0;
      const ofAll = quantilesOf(isMixed ? all : alike, threshold);
      return ofAll.length > ofText.length ? ofAll : ofText;
    });
    return [
      {
        payee,
        texts: shown.map(([text]) => text),
        rows,
        ibans: Float64Array.from(shown, ([, facts]) => facts.ibans / facts.rows),
        amounts: quantiles,
      },
    ];
  });
}
