import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { typologies } from '../schemes/typologies.ts';
import { presets } from './presets.ts';
import { configurationSchema } from './schema.ts';

test.each(Object.entries(presets))(
  'the preset %s is valid, and shares that make a whole do so',
  (_, preset) => {
    expect(configurationSchema.parse(preset)).toEqual(preset);
    const whole = (shares: Record<string, number>) =>
      Object.values(shares).reduce((s, x) => s + x, 0);
    for (const shares of [
      preset.people.employment,
      preset.people.pay,
      preset.people.riskSegment,
      preset.accounts.first,
      preset.accounts.further,
      preset.mix,
    ]) {
      expect(whole(shares)).toBeCloseTo(1, 9);
    }
    expect(Object.keys(preset.laundering.typologies).sort()).toEqual(
      Object.keys(typologies).sort(),
    );
  },
);

test('refuses an out-of-range or unknown figure by name', () => {
  const { 'us-community-bank': preset } = presets;
  const wrong = { ...preset, crossBorder: 2 };
  expect(configurationSchema.safeParse(wrong).error?.issues[0]?.path).toEqual(['crossBorder']);
  expect(configurationSchema.safeParse({ ...preset, colour: 1 }).success).toBe(false);
  const nobody = { ...preset.people, riskSegment: { low: 0, medium: 0, high: 0 } };
  const issue = configurationSchema.safeParse({ ...preset, people: nobody }).error?.issues[0];
  expect(issue?.path).toEqual(['people', 'riskSegment']);
  expect(issue?.message).toBe('at least one share must be above 0');
});

const list = new URL('../../../../../shared/data/reference/mcc_codes.csv', import.meta.url);

test.skipIf(!existsSync(list))('every merchant category code is in the public list', () => {
  const codes = new Set(
    readFileSync(list, 'utf8')
      .split('\n')
      .map((line) => line.split(',')[0]),
  );
  for (const { categories, recurring } of Object.values(presets)) {
    for (const { mcc } of [...categories, ...recurring.utilities])
      expect(codes.has(mcc), mcc).toBe(true);
  }
  for (const mcc of ['6011', '5815']) expect(codes.has(mcc)).toBe(true);
});
