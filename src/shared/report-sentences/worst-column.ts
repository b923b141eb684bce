export type ColumnFigures = {
  /** Missing in reports of version 0.1. */
  forms?: readonly { column: string; parse: number | null; mask: number | null }[] | undefined;
  shapes: readonly { column: string; score: number | null; holdout?: number | null }[];
};

/** Shares below this are not rounded up to 100 %. */
const WHOLE = 0.995;

const lowest = (columns: readonly { column: string; value: number }[]) =>
  columns.reduce<{ column: string; value: number } | null>(
    (worst, each) => (worst === null || each.value < worst.value ? each : worst),
    null,
  );

/** Names the worst column: by format, else by its gap to the holdout or to real data. */
export function worstColumnSentence({ forms = [], shapes }: ColumnFigures): string | null {
  const broken = lowest(
    forms.map(({ column, parse, mask }) => ({ column, value: Math.min(parse ?? 1, mask ?? 1) })),
  );
  if (broken !== null && broken.value < WHOLE)
    return `Worst column: ${broken.column}, ${Math.round(100 * broken.value)}% of its values in the file’s form`;
  const isHeldOut = shapes.some(({ score, holdout }) => score !== null && holdout != null);
  const least = lowest(
    shapes.flatMap(({ column, score, holdout }) => {
      if (score === null || (isHeldOut && holdout == null)) return [];
      return [{ column, value: score - (holdout ?? 0) }];
    }),
  );
  const shape = shapes.find(({ column }) => column === least?.column);
  if (!shape || shape.score === null) return null;
  const baseline = isHeldOut ? ` (holdout ${shape.holdout!.toFixed(2)})` : '';
  return `Worst column: ${shape.column}, similarity ${shape.score.toFixed(2)}${baseline}`;
}
