/** Matches a word; one with a digit is a number. */
const WORD = /[\p{L}\p{M}\d*][\p{L}\p{M}\d'’.&/*_-]*/gu;
/** Particles between the words of a name. */
const PARTICLE = /^(?:de|la|le|du|des|van|von|der|den|ter|di|del|della|da|dos|das|do|y|e)$/i;

export type Word = { text: string; from: number; to: number; isKnown: boolean };
export type Run = { words: Word[]; from: number; to: number; text: string };

/** Returns the words of a text; numbers and marks are known. */
export function wordsOf(text: string, isOrdinary: (word: string) => boolean): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    from: index,
    to: index + word.length,
    isKnown: /\d|^\P{L}+$/u.test(word) || isOrdinary(word),
  }));
}

/** Returns runs of unknown words, with particles between them. */
export function runsOf(text: string, words: readonly Word[]): Run[] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  words.forEach((word, i) => {
    const next = words[i + 1];
    const isInside = run.length > 0 && next !== undefined && !next.isKnown;
    if (!word.isKnown || (isInside && PARTICLE.test(word.text))) run.push(word);
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  });
  if (run.length > 0) runs.push(run);
  return runs.map((own) => {
    const [from, to] = [own[0]!.from, own.at(-1)!.to];
    return { words: own, from, to, text: text.slice(from, to) };
  });
}

/** Returns a text without some runs. */
export const without = (text: string, runs: readonly Pick<Run, 'from' | 'to'>[]): string =>
  runs
    .toSorted((a, b) => b.from - a.from)
    .reduce((left, { from, to }) => left.slice(0, from) + left.slice(to), text)
    .replaceAll(/ {2,}/g, ' ')
    .trim();
