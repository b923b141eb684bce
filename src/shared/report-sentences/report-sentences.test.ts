import { expect, it } from 'vitest';
import { fairnessSentences } from './fairness-sentences.ts';
import { linkageSentence } from './linkage-sentence.ts';
import { worstColumnSentence } from './worst-column.ts';

it('describes the record linkage result by its p-value', () => {
  const figures = { head: 50, headTraining: 41, trainingShare: 0.5 };
  const words = [0.0002, 0.001, 0.0012, 0.049, 0.05].map((pValue) =>
    linkageSentence({ ...figures, pValue }).replace(/:.*/, ''),
  );
  expect(words).toEqual([
    'Leakage detected',
    'Leakage detected',
    'Weak sign of leakage',
    'Weak sign of leakage',
    'No sign of leakage',
  ]);
  expect(linkageSentence({ ...figures, pValue: 0.0002 })).toBe(
    'Leakage detected: 41 of the 50 surest links from synthetic rows to real people lead to training data; 25 expected by chance (p = 0.00020)',
  );
});

it('names each difference that is wider, and none where there is no outcome', () => {
  const data = { high: 'f', low: 'm', real: 0.1, synthetic: 0.352 };
  const groupings = [
    { columns: ['sex'], widened: { data, models: null } },
    { columns: ['sex', 'age'], widened: { data: null, models: data } },
  ];
  expect(fairnessSentences({ outcome: { column: 'approved', value: 'yes' }, groupings })).toEqual([
    'Synthetic data widens the difference in approved = yes by sex: between f and m from 10.0 points to 35.2 points.',
    'A model trained on synthetic data widens the difference in predicted approved = yes by sex × age: between f and m from 10.0 points to 35.2 points.',
  ]);
  expect(fairnessSentences({ outcome: null, groupings })).toEqual([]);
});

it('names the worst column by its form, else by its distribution', () => {
  const shapes = [
    { column: 'amount', score: 0.91 },
    { column: 'city', score: null },
    { column: 'kind', score: 0.97 },
  ];
  const forms = [
    { column: 'booked', parse: 0.42, mask: 1 },
    { column: 'amount', parse: 1, mask: 0.9 },
  ];
  expect(worstColumnSentence({ forms, shapes })).toBe(
    'Worst column: booked, 42% of its values in the file’s form',
  );
  expect(worstColumnSentence({ shapes })).toBe('Worst column: amount, similarity 0.91');
  // The largest gap to the holdout counts, not the lowest similarity.
  const beside = [
    { column: 'booked', score: 0.76, holdout: 0.77 },
    { column: 'branch', score: 0.91, holdout: 0.97 },
    { column: 'note', score: 0.5, holdout: null },
  ];
  expect(worstColumnSentence({ shapes: beside })).toBe(
    'Worst column: branch, similarity 0.91 (holdout 0.97)',
  );
  expect(worstColumnSentence({ forms: [], shapes: [] })).toBeNull();
});
