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
    text: 'Share of the binned distribution that real and synthetic rows have in common, for one, two and three columns at a time. Two samples of real rows do not reach 1 either: the figure beside it is what they reach.',
  },
  {
    key: 'interRow',
    term: 'Histories',
    text: 'Where several rows tell the history of a customer or account: how alike the numbers of rows are, the steps from one row to the next, and the means of each history. The latter two are averaged over columns. 1 is equal.',
  },
  {
    key: 'discriminatorAuc',
    term: 'Told apart by a classifier',
    text: 'Area under the curve of a classifier that tries to tell real rows from synthetic ones. 0.5 is guessing; 1 means every row is recognized.',
  },
  {
    key: 'tstr',
    term: 'Trained on it, tested on real',
    text: 'A model is trained on synthetic rows and tested on real rows that were held out. Beside it, the same model trained on real rows.',
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
