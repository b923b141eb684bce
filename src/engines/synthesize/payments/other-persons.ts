import { type TextNames, WORD } from '../../meaning/persons/names-in-texts.ts';
import type { CategoryColumn } from '../../table/table.ts';
import type { NamePart, OtherName } from './text-template.ts';

/** Persons whom the texts of an account number apart; the first is mostly its owner. */
const MAX_OTHERS = 3;

/** Names in each text of a column, with the given name that a family name follows. */
const namedIn = (text: CategoryColumn, { given }: TextNames) =>
  text.dictionary.map((own) => {
    let [before, end] = ['', -2];
    return [...own.matchAll(WORD)].flatMap(({ 0: found, index }) => {
      const follows = end === index - 1 ? before : '';
      const word = found.toLowerCase();
      [before, end] = ['', -2];
      if (follows !== '') return [{ word, follows }];
      if (!given.has(found)) return [];
      [before, end] = [word, index + found.length];
      return [{ word, follows }];
    });
  });

/** Numbers the persons whom each account's texts name, apart from the payee, by frequency. */
export function otherPersons(
  text: CategoryColumn,
  {
    of,
    names,
    partsAt,
  }: {
    of: Int32Array;
    names: TextNames;
    partsAt: (row: number) => ReadonlyMap<string, NamePart>;
  },
): Map<number, ReadonlyMap<string, OtherName>> {
  const named = namedIn(text, names);
  const seen = new Map<number, { given: Map<string, number>; family: Map<string, string> }>();
  text.codes.forEach((code, row) => {
    for (const { word, follows } of named[code] ?? []) {
      if (partsAt(row).has(word)) continue;
      const own = seen.get(of[row]!) ?? { given: new Map(), family: new Map() };
      seen.set(of[row]!, own);
      if (follows === '') own.given.set(word, (own.given.get(word) ?? 0) + 1);
      else own.family.set(word, follows);
    }
  });
  return new Map(
    [...seen].map(([account, { given, family }]) => {
      const ranked = [...given.keys()]
        .filter((word) => !family.has(word))
        .sort((a, b) => given.get(b)! - given.get(a)!);
      const personOf = (word: string) =>
        Math.min(MAX_OTHERS, 1 + Math.max(0, ranked.indexOf(word)));
      const found = new Map(
        ranked.map((word): [string, OtherName] => [
          word,
          { part: 'given', person: personOf(word) },
        ]),
      );
      for (const [word, of] of family) found.set(word, { part: 'family', person: personOf(of) });
      return [account, found];
    }),
  );
}
