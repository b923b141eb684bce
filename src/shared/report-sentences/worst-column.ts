export type ColumnFigures = {
  /** Absent in reports from before forms were measured. */
  forms?: readonly { column: string; parse: number | null; mask: number | null }[] | undefined;
  shapes: readonly { column: string; score: number | null }[];
};

/** Below this a share is not 100 % where it is written. */
const WHOLE = 0.995;

const lowest = (columns: readonly { column: string; value: number }[]) =>
  columns.reduce<{ column: string; value: number } | null>(
    (worst, each) => (worst === null || each.value < worst.value ? each : worst),
    null,
  );

/** The column that the score suffers most from: by the form of its values, else by how they are distributed. */
export function worstColumnSentence({ forms = [], shapes }: ColumnFigures): string | null {
  const broken = lowest(
    forms.map(({ column, parse, mask }) => ({ column, value: Math.min(parse ?? 1, mask ?? 1) })),
  );
  if (broken !== null && broken.value < WHOLE)
    return `Worst column: ${broken.column}, ${Math.round(100 * broken.value)}% of its values in the file’s form`;
  const least = lowest(
    shapes.flatMap(({ column, score }) => (score === null ? [] : [{ column, value: score }])),
  );
  return least && `Worst column: ${least.column}, similarity ${least.value.toFixed(2)}`;
}
