import type { PictureFigures } from '../../../../shared/report-sentences/picture-table.ts';
import type { BinnedColumn } from '../accuracy/accuracy-bins.ts';
import type { SidedColumn } from '../align-columns.ts';
import { codesByCuts } from '../codes-by-cuts.ts';
import { histogramOf } from '../histogram-bins.ts';
import { MIN_PICTURED, type Persons, shareCells } from './count-cells.ts';

/** Bins of a histogram that are joined, so that cells of two columns have enough rows. */
const JOINED = 3;

type Coded = { title: string; labels: string[]; codes: ArrayLike<number>[] };

/** Codes a column: numbers by round edges, words and few numbers one by one, rare ones unnamed. */
function codedOf(column: SidedColumn, binned: BinnedColumn): Coded {
  const axis = column.kind === 'number' ? histogramOf(column)?.axis : undefined;
  if (column.kind !== 'number' || axis === undefined) {
    const rare = (bin: number) => binned.counts[0][bin] > 0 && binned.counts[0][bin] < MIN_PICTURED;
    return {
      title: column.name,
      labels: binned.labels.map((label, bin) =>
        rare(bin) && !label.startsWith('(') ? `(rare ${bin + 1})` : label,
      ),
      codes: binned.codes,
    };
  }
  const cuts = Float64Array.from(
    axis.edges.slice(1, -1).filter((_, i) => i % JOINED === JOINED - 1),
  );
  const text = (edge: number) =>
    axis.kind === 'datetime'
      ? new Date(edge * 86_400_000).toISOString().slice(0, 10)
      : String(edge);
  return {
    title: column.name,
    labels: [
      cuts.length === 0 ? 'all' : `below ${text(cuts[0])}`,
      ...Array.from(cuts, (cut) => `from ${text(cut)}`),
      '(n/a)',
    ],
    codes: column.values.map((values) => codesByCuts(values, cuts, cuts.length + 1)),
  };
}

/** Draws the pair of columns whose association differs most, as cells of both columns. */
export function worstPair(
  columns: readonly SidedColumn[],
  bins: readonly BinnedColumn[],
  {
    trends,
    persons,
  }: {
    trends: readonly { columns: readonly [string, string]; score: number | null }[];
    persons: readonly [real: Persons, synthetic: Persons];
  },
): PictureFigures | null {
  const measured = trends.filter(({ score }) => score !== null);
  const worst = measured.toSorted((a, b) => a.score! - b.score!)[0];
  if (worst === undefined) return null;
  const [x, y] = worst.columns.map((name) => {
    const i = columns.findIndex((column) => column.name === name);
    return i < 0 ? null : codedOf(columns[i], bins[i]);
  });
  if (!x || !y) return null;
  const cells = [0, 1].map((side) =>
    shareCells({
      x: x.codes[side],
      y: y.codes[side],
      size: [x.labels.length, y.labels.length],
      persons: persons[side],
      hide: side === 0,
    }),
  );
  const isUsed = (share: number | null) => share !== 0;
  const rows = [...y.labels.keys()].filter((j) => cells.some((grid) => grid[j].some(isUsed)));
  const used = [...x.labels.keys()].filter((i) =>
    cells.some((grid) => grid.some((row) => isUsed(row[i]))),
  );
  return {
    kind: 'grid',
    name: 'pair',
    x: { title: x.title, labels: used.map((i) => x.labels[i]) },
    y: { title: y.title, labels: rows.map((j) => y.labels[j]) },
    sides: (['real', 'synthetic'] as const).map((side, s) => ({
      side,
      cells: rows.map((j) => used.map((i) => cells[s][j][i])),
    })),
  };
}
