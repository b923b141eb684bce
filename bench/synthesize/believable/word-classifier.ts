import { streamFor } from '../../../src/engines/random/stream.ts';

const FOLDS = 5;
const EPOCHS = 12;
const RATE = 0.5;
const DECAY = 1e-4;
const MIN_TEXTS = 2;
/** Words of fewer texts are no part of a drawn text: they are somebody's. */
const MIN_SHARED = 5;

const wordsOf = (text: string): string[] => [
  ...new Set(text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []),
];

/** Area under the ROC curve: the share of pairs in the right order, ties half. */
function areaUnder(scores: readonly number[], isReal: readonly boolean[]): number {
  const order = scores.map((_, i) => i).sort((a, b) => scores[a]! - scores[b]!);
  let [rank, sum, real] = [0, 0, 0];
  for (let i = 0; i < order.length; ) {
    let end = i;
    while (end < order.length && scores[order[end]!] === scores[order[i]!]) end++;
    const mean = rank + (end - i + 1) / 2;
    for (let k = i; k < end; k++) if (isReal[order[k]!]) [sum, real] = [sum + mean, real + 1];
    rank += end - i;
    i = end;
  }
  return (sum - (real * (real + 1)) / 2) / (real * (order.length - real));
}

/** Returns the texts' words that enough real texts have. */
export function sharedWords(real: readonly string[], texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of real)
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isShared = (word: string) => (counts.get(word) ?? 0) >= MIN_SHARED;
  return texts.map((text) => wordsOf(text).filter(isShared).join(' '));
}

/**
 * Returns the AUC of a logistic regression on the words of texts (AdaGrad, five folds), real against
 * drawn, and the words that tell most.
 */
export function classifyWords(real: readonly string[], drawn: readonly string[]) {
  const texts = [...real, ...drawn].map(wordsOf);
  const isReal = texts.map((_, i) => i < real.length);
  const counts = new Map<string, number>();
  for (const words of texts)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count >= MIN_TEXTS).map(([word]) => word);
  const index = new Map(kept.map((word, i) => [word, i]));
  const rows = texts.map((words) => [
    ...words.flatMap((word) => index.get(word) ?? []),
    // Length in words, as one of ten classes.
    kept.length + Math.min(9, Math.floor(Math.log2(1 + words.length))),
  ]);
  const stream = streamFor(3n, 0, 0);
  const folds = rows.map(() => stream.below(FOLDS));
  const scores = new Array<number>(rows.length).fill(0);
  let weights = new Float64Array(0);
  for (let fold = 0; fold < FOLDS; fold++) {
    weights = new Float64Array(kept.length + 11);
    const squares = new Float64Array(kept.length + 11).fill(1e-2);
    const train = rows.flatMap((_, i) => (folds[i] === fold ? [] : [i]));
    const scoreOf = (row: readonly number[]) =>
      row.reduce((sum, w) => sum + weights[w]!, weights.at(-1)!);
    for (let step = 0; step < EPOCHS * train.length; step++) {
      const i = train[stream.below(train.length)]!;
      const gap = Number(isReal[i]) - 1 / (1 + Math.exp(-scoreOf(rows[i]!)));
      for (const w of [...rows[i]!, kept.length + 10]) {
        const gradient = gap - DECAY * weights[w]!;
        squares[w]! += gradient * gradient;
        weights[w]! += (RATE * gradient) / Math.sqrt(squares[w]!);
      }
    }
    rows.forEach((row, i) => {
      if (folds[i] === fold) scores[i] = scoreOf(row);
    });
  }
  const telling = kept
    .map((word, i) => ({ word, weight: weights[i]! * Math.sqrt(counts.get(word)!) }))
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, 12)
    .map(({ word, weight }) => `${weight > 0 ? '+' : '-'}${word}`);
  return { auc: areaUnder(scores, isReal), telling };
}
