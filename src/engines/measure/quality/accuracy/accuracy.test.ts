import { expect, it } from 'vitest';
import { DATA, hasData, readCsv } from '../../read-csv.fixture.ts';
import { alignColumns } from '../align-columns.ts';
import { accuracy } from './accuracy.ts';
import { accuracyBins } from './accuracy-bins.ts';

const folder = `${DATA}tabular/adult/`;
const readTable = (system: string) => readCsv(`${folder}${system}.csv.gz`);

// Expected values: mostly-ai/paper-fidelity-accuracy, 2024-12/metrics.csv (mean of univariate and bivariate)
it.skipIf(!hasData)('gives the published accuracies of stored synthetic files', () => {
  const train = readTable('trn');
  const names = train.columns.map(({ name }) => name);
  const published = {
    '2024-synthcity-arf': 0.855,
    '2024-synthcity-bayesian_network': 0.84,
    '2024-mostlyai': 0.959,
  };
  for (const [system, expected] of Object.entries(published)) {
    const bins = accuracyBins(alignColumns([train, readTable(system)], names));
    const { univariate, bivariate } = accuracy(bins, { seed: 1n });
    expect(Math.abs((univariate! + bivariate!) / 2 - expected), system).toBeLessThan(0.001);
  }
});
