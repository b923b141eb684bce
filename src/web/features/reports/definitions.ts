/** What each figure of a report means, and where it ends. */
export const DEFINITIONS: readonly { key: string; term: string; text: string }[] = [
  {
    key: 'columnShapes',
    term: 'Column shapes',
    text: 'How alike the distributions of single columns are: one minus the Kolmogorov-Smirnov distance for numbers and times, one minus the total variation distance for categories, averaged over columns. 1 is equal.',
  },
  {
    key: 'columnPairTrends',
    term: 'Column pair trends',
    text: 'How alike pairs of columns move together: similarity of correlations for numbers, of contingency tables for categories, averaged over pairs. 1 is equal.',
  },
  {
    key: 'univariate',
    term: 'Accuracy, one to three columns',
    text: 'Share of the binned distribution that real and synthetic rows have in common, for one, two and three columns at a time. Two samples of real rows do not reach 1 either: the baseline is what they reach.',
  },
  {
    key: 'interRow',
    term: 'Sequences',
    text: 'Where several rows belong to a customer or account: similarity of the number of rows, of the intervals from row to row, and of the means of each sequence, the latter two averaged over columns. 1 is equal.',
  },
  {
    key: 'discriminatorAuc',
    term: 'Discriminator AUC',
    text: 'Area under the ROC curve of a classifier that separates real rows from synthetic ones. 0.5 is guessing; 1 means every row is recognized.',
  },
  {
    key: 'tstr',
    term: 'ML utility (TSTR)',
    text: 'Train on synthetic, test on real: a model is trained on synthetic rows and tested on held-out real rows. The baseline is the same model trained on real rows.',
  },
  {
    key: 'attacks',
    term: 'Attacks',
    text: 'Each attack tries to learn something about people in the training data. It is run against people who were held out as well, as a control. What counts is the difference, with its 95% interval. A low risk is evidence about these attacks alone, not proof against all.',
  },
  {
    key: 'copies',
    term: 'Copies',
    text: 'Synthetic rows that equal a real row. Where they equal training rows no more often than held-out rows, they come from the pattern, not from memory.',
  },
  {
    key: 'linkage',
    term: 'Record linkage',
    text: 'Each synthetic row is linked to the real person it resembles most, among people in the training data and people held out. If nothing leaked, the surest links lead to either group by chance. A batch fails at p = 0.001 or below.',
  },
  {
    key: 'positiveControl',
    term: 'Planted copies',
    text: 'Copies of real rows are planted into the synthetic data, and the tests have to find them. Where they don’t, the tests prove nothing, and the score is withheld.',
  },
];
