type Share = number | null;
export type PictureSide = 'real' | 'holdout' | 'synthetic';

/**
 * Picture of a report. Null: too few real people are behind a figure to disclose it. Grids and bars
 * contain shares of rows (of sequences in `lengths`, of parents in `children`), fans quantiles over accounts or customers.
 */
export type PictureFigures =
  | {
      kind: 'grid';
      name: 'activity' | 'components' | 'pair';
      x: { title: string; labels: string[] };
      y: { title: string; labels: string[] };
      sides: { side: PictureSide; cells: Share[][] }[];
    }
  | {
      kind: 'bars';
      name: 'months' | 'lengths' | 'children';
      column: string;
      bins: { label: string; real: Share; synthetic: Share }[];
      /** Shares of references that name no parent; of `children` only. */
      orphans?: { real: Share; synthetic: Share } | undefined;
    }
  | {
      kind: 'fan';
      name: 'balance' | 'sum';
      column: string;
      quantiles: number[];
      steps: string[];
      sides: { side: PictureSide; values: Share[][] }[];
    };
type Picture = PictureFigures;

/** Title of a picture: the question it answers. */
export function pictureTitle(picture: Picture): string {
  switch (picture.name) {
    case 'activity':
      return 'Activity by weekday';
    case 'months':
      return 'Rows a month';
    case 'lengths':
      return 'Lengths of sequences';
    case 'children':
      return `Links: ${picture.column}`;
    case 'balance':
      return `Balance over time: ${picture.column}`;
    case 'sum':
      return `Cumulative ${picture.column}`;
    case 'components':
      return 'First two principal components';
    case 'pair':
      return `Worst pair: ${picture.x.title} and ${picture.y.title}`;
  }
}

const OMITTED = 'Figures of fewer than five real people or rows are left out.';

/** One sentence on how to read a picture. */
export function pictureNote(picture: Picture): string {
  switch (picture.name) {
    case 'activity':
      return `Share of rows by weekday and ${picture.x.title}. ${OMITTED}`;
    case 'months':
      return `Share of rows by month of ${picture.column}. ${OMITTED}`;
    case 'lengths':
      return `Share of the values of ${picture.column} by their number of rows. ${OMITTED}`;
    case 'children':
      return `Share of parents by their number of children, none first. ${OMITTED}`;
    case 'balance':
    case 'sum':
      return `Quantiles (10, 25, 50, 75, 90%) at the end of each period, two significant digits. ${OMITTED}`;
    case 'components':
      return `Up to 2,000 rows of each side on axes learned from real rows, in standard deviations. ${OMITTED}`;
    case 'pair':
      return `Share of rows by both columns; the pair whose association differs most. ${OMITTED}`;
  }
}

export const SIDE_NAMES: Record<PictureSide, string> = {
  real: 'Real',
  holdout: 'Held out',
  synthetic: 'Synthetic',
};

/** Label of the share of references that name no parent. */
export const ORPHANS = 'Rows without a parent';

const percent = (share: Share) => (share === null ? 'left out' : `${(share * 100).toFixed(1)}%`);

/** Returns the figures of a picture as a table; cells of a grid that are empty everywhere are dropped. */
export function pictureTable(picture: Picture): { header: string[]; rows: string[][] } {
  if (picture.kind === 'bars')
    return {
      header: ['', 'Real', 'Synthetic'],
      rows: [
        ...picture.bins,
        ...(picture.orphans ? [{ label: ORPHANS, ...picture.orphans }] : []),
      ].map(({ label, real, synthetic }) => [label, percent(real), percent(synthetic)]),
    };
  if (picture.kind === 'fan') {
    const { quantiles, steps, sides } = picture;
    return {
      header: [
        '',
        ...sides.flatMap(({ side }) => quantiles.map((q) => `${SIDE_NAMES[side]} ${q * 100}%`)),
      ],
      rows: steps.map((step, i) => [
        step,
        ...sides.flatMap(({ values }) =>
          quantiles.map((_, q) => values[q]![i]?.toLocaleString('en-US') ?? 'left out'),
        ),
      ]),
    };
  }
  const { x, y, sides } = picture;
  return {
    header: ['', ...sides.map(({ side }) => SIDE_NAMES[side])],
    rows: y.labels.flatMap((row, j) =>
      x.labels.flatMap((column, i) => {
        const shares = sides.map(({ cells }) => cells[j]![i]!);
        return shares.every((share) => share === 0)
          ? []
          : [[`${row}, ${column}`, ...shares.map(percent)]];
      }),
    ),
  };
}
