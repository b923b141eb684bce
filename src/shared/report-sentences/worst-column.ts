export type ColumnFigures = {
  /** Absent in reports from before forms were measured. */
  forms?: readonly { column: string; parse: number | null; mask: number | null }[] | undefined;
  /** How alike each column is to the file's, and held-out real rows to it, where they were measured. */
  shapes: readonly { column: string; score: number | null; holdout?: number | null }[];
};

/** Below this a share is not 100 % where it is written. */
const WHOLE = 0.995;

const lowest = (columns: readonly { column: string; value: number }[]) =>
  columns.reduce<{ column: string; value: number } | null>(
    (worst, each) => (worst === null || each.value < worst.value ? each : worst),
    null,
  );

/**
 * The column that the score suffers most from: by the form of its values, else by how far its distribution falls short
 * of held-out real rows, or without such rows, of the file.
 */
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
