import { expect, test } from 'vitest';
import type { BookPreset } from '../../../shared/institutions.ts';
import { featuresOf, measured } from './own-fraud.fixture.ts';

const SIZES: [BookPreset, number][] =
  process.env.TEST_LONG === undefined
    ? [['motor-insurer', 1500]]
    : [
        ['motor-insurer', 12_000],
        ['life-insurer', 6000],
        ['us-credit-union', 1500],
      ];

test.each(SIZES)(
  '%s of %s customers: detector and booster against one-line rules, by typology',
  async (preset, customers) => {
    const made = measured(preset, await featuresOf(preset, customers, 8n));
    const { detector, booster, best, counts, frauds, result } = made;
    const line = (name: string, { averagePrecision, auc, found }: typeof detector) =>
      `  ${name}: AP ${averagePrecision.toFixed(2)}, AUC ${auc.toFixed(2)}, found of as many alerts as frauds: ${Object.entries(
        counts,
      )
        .map(([typology, count]) => `${typology} ${found[typology] ?? 0}/${count}`)
        .join(', ')}`;
    process.stdout.write(
      `${preset}: ${result.rows} rows, ${frauds} frauds\n${[line('detector', detector), line('booster', booster), ...made.rules.map((rule) => line(`rule ${rule.name}`, rule))].join('\n')}\n`,
    );
    expect(detector.averagePrecision).toBeGreaterThan(3 * (frauds / result.rows));
    expect(detector.averagePrecision).toBeGreaterThan(best.averagePrecision);
    // Five folds of fewer frauds teach nothing.
    if (frauds >= 15) expect(booster.averagePrecision).toBeGreaterThan(best.averagePrecision * 0.9);
    const sentences = result.anomalies.flatMap(({ reasons }) =>
      reasons.map(({ sentence }) => sentence),
    );
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.every((sentence) => /^[A-Z\d]/.test(sentence))).toBe(true);
  },
  600_000,
);
