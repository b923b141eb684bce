import { type PictureSide, SIDE_NAMES } from './picture-table.ts';

type Share = number | null;
type Sided = Partial<Record<PictureSide, Share>>;
type Grouped = {
  outcome: { column: string; value: string } | null;
  groupings: readonly {
    columns: readonly string[];
    groups: readonly {
      name: string;
      outcome: Sided | null;
      likeness: { synthetic: Share; holdout: Share };
    }[];
  }[];
};

/** Shares by group as dots on one axis from 0 to `most`; null: too few rows. */
export type DotFigures = {
  title: string;
  note: string;
  sides: PictureSide[];
  rows: { label: string; shares: Sided }[];
  most: number;
};

const SIDES: PictureSide[] = ['real', 'holdout', 'synthetic'];

function dots(text: Pick<DotFigures, 'title' | 'note'>, rows: DotFigures['rows']): DotFigures[] {
  const shares = rows.flatMap((row) => SIDES.map((side) => row.shares[side] ?? null));
  const known = shares.filter((share) => share !== null);
  if (known.length === 0) return [];
  const sides = SIDES.filter((side) => rows.some((row) => typeof row.shares[side] === 'number'));
  return [{ ...text, sides, rows, most: Math.max(0.1, Math.ceil(Math.max(...known) * 10) / 10) }];
}

/** Pictures of a fairness report: outcome rates and similarity of each group. */
export function fairnessPictures({ outcome, groupings }: Grouped): DotFigures[] {
  return groupings.flatMap(({ columns, groups }) => {
    const by = columns.join(' × ');
    const rowsOf = (sharesOf: (group: (typeof groups)[number]) => Sided) =>
      groups.map((group) => ({ label: group.name, shares: sharesOf(group) }));
    const rates =
      outcome === null
        ? []
        : dots(
            {
              title: `${outcome.column} = ${outcome.value} by ${by}`,
              note: 'Share of rows of each group with this outcome. Groups of fewer than 100 real rows are left out.',
            },
            rowsOf((group) => group.outcome ?? {}),
          );
    const similarity = dots(
      {
        title: `Similarity by ${by}`,
        note: 'Mean similarity of columns within each group; held-out rows are the baseline.',
      },
      rowsOf((group) => group.likeness),
    );
    return [...rates, ...similarity];
  });
}

const percent = (share: Share | undefined) =>
  typeof share === 'number' ? `${(share * 100).toFixed(1)}%` : 'left out';

export const dotTable = ({ sides, rows }: DotFigures) => ({
  header: ['', ...sides.map((side) => SIDE_NAMES[side])],
  rows: rows.map(({ label, shares }) => [label, ...sides.map((side) => percent(shares[side]))]),
});
