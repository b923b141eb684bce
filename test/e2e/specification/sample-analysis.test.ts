import { expect, test } from 'vitest';
import { analyze } from '../../../src/engines/detect/index.ts';
import { parseColumns } from '../../../src/engines/table/parse-columns.ts';
import { ODD_ROWS, sampleTemplate } from '../../../src/web/features/ingestion/sample-template.ts';
import { parseCsv } from '../../support/csv.ts';

test.each(['Basic', 'Advanced'] as const)(
  'an analysis of the %s template puts its three odd rows at the top',
  (template) => {
    const [names = [], ...rows] = parseCsv(sampleTemplate(template));
    const columns = names.map((_, i) => rows.map((row) => row[i] || null));
    const { scores } = analyze(parseColumns(names, columns), { seed: 1n });
    const highest = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!).slice(0, 3);
    expect(highest.sort((a, b) => a - b)).toEqual([...ODD_ROWS]);
  },
);
