type Widened = { high: string; low: string; real: number; synthetic: number };

export type FairnessFigures = {
  outcome: { column: string; value: string } | null;
  groupings: readonly {
    columns: readonly string[];
    widened: { data: Widened | null; models: Widened | null };
  }[];
};

const points = (difference: number) => `${(difference * 100).toFixed(1)} points`;

const between = ({ high, low, real, synthetic }: Widened) =>
  `between ${high} and ${low} from ${points(real)} to ${points(synthetic)}`;

export function fairnessSentences({ outcome, groupings }: FairnessFigures): string[] {
  if (outcome === null) return [];
  const what = `${outcome.column} = ${outcome.value}`;
  return groupings.flatMap(({ columns, widened: { data, models } }) => {
    const by = columns.join(' × ');
    return [
      ...(data
        ? [`Synthetic data widens the difference in ${what} by ${by}: ${between(data)}.`]
        : []),
      ...(models
        ? [
            `A model trained on synthetic data widens the difference in predicted ${what} by ${by}: ${between(models)}.`,
          ]
        : []),
    ];
  });
}

/** Caption of the table of differences. */
export const differenceCaption = ({ column, value }: { column: string; value: string }): string =>
  `Largest difference between groups in the share of rows with ${column} = ${value}, with its 95% interval.`;
