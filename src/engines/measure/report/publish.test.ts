import { expect, it } from 'vitest';
import { fromScratchReport, fromScratchReportSchema } from './from-scratch.ts';
import { publishReport } from './publish.ts';

it('rounds, keeps to the schema, and spells the same report alike', () => {
  const make = () =>
    fromScratchReport(10, [
      { name: 'share', value: 1 / 3, target: { low: 0.5, high: 0.9 }, source: 'configuration' },
    ]);
  const { report, json } = publishReport(make());
  expect(report.figures[0]?.value).toBe(0.3333);
  expect(fromScratchReportSchema.parse(JSON.parse(json))).toEqual(report);
  expect(publishReport(make()).json).toBe(json);
});
