import type { Column } from '../../../table/table.ts';
import { FitRefused } from '../../model/model.ts';

/** Error for a rule that cannot be read; the message states what was expected, and where. */
export class RuleRefused extends FitRefused {
  constructor(message: string) {
    super(message);
    this.name = 'RuleRefused';
  }
}

export type Scanner = ReturnType<typeof scannerOf>;

const WORD = /[\p{L}\p{N}_]/u;
const NUMBER = /^\d+(\.\d+)?/;

/** Reads a rule from left to right. Names of columns may contain spaces, and may be quoted. */
export function scannerOf(text: string, columns: readonly Pick<Column, 'name'>[]) {
  let at = 0;
  const names = columns
    .map(({ name }, column) => ({ name, column }))
    .sort((a, b) => b.name.length - a.name.length);
  const skip = () => {
    while (text[at] === ' ') at++;
  };
  const endsAt = (end: number) => !WORD.test(text[end - 1]!) || !WORD.test(text[end] ?? ' ');
  const error = (reason: string) => {
    const rest = text.slice(at).trim();
    return new RuleRefused(
      `Rule "${text}": ${reason}${rest === '' ? ' at its end' : ` at "${rest}"`}.`,
    );
  };
  /** Takes the first of some texts that follows; words end where a word does. */
  const take = (...texts: string[]): boolean => {
    skip();
    const found = texts.find((own) => text.startsWith(own, at) && endsAt(at + own.length));
    if (found !== undefined) at += found.length;
    return found !== undefined;
  };
  return {
    error,
    take,
    expect: (own: string) => {
      if (!take(own)) throw error(`expected "${own}"`);
    },
    isAtEnd: () => {
      skip();
      return at === text.length;
    },
    /** Takes the longest of some words that follows, quoted or not; null if none does. */
    word: (words: readonly string[]): string | null => {
      const longest = words.toSorted((a, b) => b.length - a.length);
      return longest.find((word) => take(`"${word}"`) || (word !== '' && take(word))) ?? null;
    },
    column: (): number | null =>
      names.find(({ name }) => take(`"${name}"`) || take(name))?.column ?? null,
    number: (): number | null => {
      skip();
      const found = NUMBER.exec(text.slice(at))?.[0];
      if (found === undefined) return null;
      at += found.length;
      return Number(found);
    },
  };
}
