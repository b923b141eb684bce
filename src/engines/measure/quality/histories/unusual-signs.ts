import type { History } from './history.ts';

const MIN_ROWS = 20;

type Signs = { positive: number; negative: number };

/**
 * Returns 1 for each row whose amount has a sign that real rows of one of its words never have, else
 * 0. Words of fewer than 20 real rows are not judged.
 */
export function unusualSigns(history: History, real: History): Float64Array {
  const { amounts } = history;
  if (amounts === null || real.amounts === null) return new Float64Array(0);
  const unusual = new Float64Array(amounts.length);
  history.words.forEach((codes, w) => {
    const signs = new Map<number, Signs>();
    real.words[w].forEach((code, row) => {
      const own = signs.get(code) ?? { positive: 0, negative: 0 };
      if (real.amounts![row] > 0) own.positive++;
      if (real.amounts![row] < 0) own.negative++;
      signs.set(code, own);
    });
    codes.forEach((code, row) => {
      const { positive, negative } = signs.get(code) ?? { positive: 0, negative: 0 };
      if (positive + negative < MIN_ROWS) return;
      if ((negative === 0 && amounts[row] < 0) || (positive === 0 && amounts[row] > 0))
        unusual[row] = 1;
    });
  });
  return unusual;
}
