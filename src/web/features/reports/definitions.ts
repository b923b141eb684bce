export const DEFINITIONS: readonly { key: string; term: string; text: string }[] = [
  {
    key: 'columnShapes',
    term: 'Column shapes',
    text: 'Similarity of single-column distributions: one minus the Kolmogorov-Smirnov distance for numbers and times, one minus the total variation distance for categories, averaged over columns. 1 means equal.',
  },
  {
    key: 'columnPairTrends',
    term: 'Column pair trends',
    text: 'Similarity of column pairs: of correlations for numbers, of contingency tables for categories, averaged over pairs. 1 means equal. SDMetrics cuts each table over its own range; the second figure cuts both over the real range, so that one extreme does not shift all bins.',
  },
  {
    key: 'univariate',
    term: 'Accuracy, one to three columns',
    text: 'Share of the binned distribution that real and synthetic rows have in common, for one, two and three columns at a time. The baseline is the share that two samples of real rows reach, which is below 1 too.',
  },
  {
    key: 'interRow',
    term: 'Sequences',
    text: 'For files with several rows per customer or account: similarity of sequence lengths, of intervals between rows, and of sequence means, the latter two averaged over columns. 1 means equal.',
  },
  {
    key: 'discriminatorAuc',
    term: 'Discriminator AUC',
    text: 'Area under the ROC curve of a classifier that separates real rows from synthetic ones. 0.5 is guessing; 1 means every row is recognized. Against training rows it rewards copies; the figure against held-out rows does not.',
  },
  {
    key: 'tstr',
    term: 'ML utility (TSTR)',
    text: 'Train on synthetic, test on real: a model is trained on synthetic rows and tested on held-out real rows. The baseline is the same model trained on real rows.',
  },
  {
    key: 'attacks',
    term: 'Attacks',
    text: 'Each attack tries to learn something about people in the training data. It is also run against people who were held out, as a control; the risk is the difference, with its 95% interval. A low risk is evidence about these attacks only, not proof against all.',
  },
  {
    key: 'copies',
    term: 'Copies',
    text: 'Synthetic rows that equal a real row. If they equal training rows no more often than held-out rows, the model reproduces patterns and not memorized rows.',
  },
  {
    key: 'linkage',
    term: 'Record linkage',
    text: 'Each synthetic row is linked to the real person it resembles most, among people in the training data and people held out. If nothing leaked, the surest links lead to either group by chance. A batch fails at p = 0.001 or below.',
  },
  {
    key: 'positiveControl',
    term: 'Planted copies',
    text: 'Copies of real rows are planted in the synthetic data, and the tests must detect them. If they don’t, the tests prove nothing and the score is withheld.',
  },
];
