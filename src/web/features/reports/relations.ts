import type { Trend } from '../../data/report-document.ts';

/** Association matrices; null: not measured. */
export type Relations = {
  names: string[];
  /** Total number of columns, of which the first are included. */
  total: number;
  real: (number | null)[][];
  synthetic: (number | null)[][];
  difference: (number | null)[][];
};

const MAX_COLUMNS = 24;

export function relationsOf(trends: readonly Trend[]): Relations {
  const all = [...new Set(trends.flatMap(({ columns }) => columns))];
  const names = all.slice(0, MAX_COLUMNS);
  const places = new Map(names.map((name, i) => [name, i]));
  const table = () =>
    names.map((_, i) => names.map((__, j) => (i === j ? 1 : null) as number | null));
  const relations: Relations = {
    names,
    total: all.length,
    real: table(),
    synthetic: table(),
    difference: names.map((_, i) => names.map((__, j) => (i === j ? 0 : null) as number | null)),
  };
  for (const { columns, real, synthetic } of trends) {
    const [a, b] = columns.map((name) => places.get(name));
    if (a === undefined || b === undefined) continue;
    const difference = real === null || synthetic === null ? null : synthetic - real;
    for (const [i, j] of [
      [a, b],
      [b, a],
    ] as const) {
      relations.real[i]![j] = real;
      relations.synthetic[i]![j] = synthetic;
      relations.difference[i]![j] = difference;
    }
  }
  return relations;
}
