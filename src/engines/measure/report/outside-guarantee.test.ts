import { expect, test } from 'vitest';
import type { Json } from '../../../shared/canonical-json.ts';
import { canonicalHash } from '../../provenance/canonical-hash.ts';
import { streamFor } from '../../random/stream.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import { privacyReport } from '../privacy/privacy-report.ts';
import { qualityReport } from '../quality/quality-report.ts';
import { reportsOfPrivateBatch } from './outside-guarantee.ts';
import { reportsSchema } from './reports-schema.ts';

function rows(count: number, seed: bigint) {
  const stream = streamFor(seed, 0, 0);
  const columns = [
    Array.from({ length: count }, () => `C${stream.below(Math.ceil(count / 3))}`),
    Array.from({ length: count }, () => String(stream.below(90))),
    Array.from({ length: count }, () => 'abc'[stream.below(3)]!),
    Array.from({ length: count }, () => ['female', 'male'][stream.below(2)]!),
  ];
  return parseColumns(['customer_id', 'amount', 'kind', 'sex'], columns);
}

const [TRAIN, HOLDOUT, MADE] = [1873, 467, 700];
const tables = [rows(TRAIN, 1n), rows(HOLDOUT, 2n), rows(MADE, 3n)] as const;
const guarantee = {
  ...{ epsilon: 1, delta: 1e-6, rho: 0.02, clean: true, fits: 1, budget: 10 },
  unit: 'customer' as const,
};
const options = { seed: 1n, entity: 'customer_id' };
const [train, holdout, synthetic] = tables;
const reports = {
  quality: qualityReport(train, synthetic, { ...options, holdout }),
  privacy: privacyReport(train, {
    holdout,
    synthetic,
    options: { ...options, guarantee, secrets: ['kind'] },
  }),
};
const published = reportsOfPrivateBatch(reports, 'a'.repeat(64));

function wholes(value: Json): number[] {
  if (typeof value === 'number') return Number.isInteger(value) && value > 9 ? [value] : [];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(wholes) : [];
}

test('a private batch’s report counts no real rows or people, though the report it is made of does', () => {
  const entityCount = (table: (typeof tables)[number]) => {
    const [column] = table.columns;
    return column!.kind === 'category' ? new Set(column!.codes).size : 0;
  };
  const secrets = [TRAIN, HOLDOUT, TRAIN + HOLDOUT, entityCount(train), entityCount(holdout)];
  const countsIn = (document: unknown) =>
    secrets.filter((secret) => wholes(document as Json).includes(secret));
  expect(countsIn(reports)).toContain(TRAIN);
  expect(countsIn(reports)).toContain(HOLDOUT);
  expect(countsIn(published)).toEqual([]);
  expect(JSON.stringify(published)).not.toMatch(new RegExp(`\\b(${secrets.join('|')})\\b`));
  expect(() => reportsSchema.parse({ ...published, from_scratch: null })).not.toThrow();
});

test('it names every figure that the guarantee does not cover', () => {
  expect(published.privacy.outsideGuarantee).toEqual(
    expect.arrayContaining(['quality', 'privacy.score', 'privacy.verdict', 'privacy.attacks']),
  );
  expect(published.privacy.outsideGuarantee).not.toContain('privacy.guarantee');
  expect(reports.privacy.outsideGuarantee).toBeUndefined();
});

test('a salted hash does not reveal the measured rows', () => {
  const again = reportsOfPrivateBatch(reports, 'b'.repeat(64));
  const hash = (document: unknown) => canonicalHash(document as Json);
  expect(hash(again)).not.toBe(hash(published));
});
