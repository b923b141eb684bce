import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { longTest } from '../../../../test/support/long-test.ts';
import { pdfAttachments, pdfText } from '../../../../test/support/pdf-text.ts';
import {
  fromScratchReport,
  privacyReport,
  publishReport,
  qualityReport,
} from '../../../engines/measure/index.ts';
import { guaranteeOf } from '../../../engines/measure/privacy/guarantee.fixture.ts';
import { canonicalHash } from '../../../engines/provenance/canonical-hash.ts';
import { streamFor } from '../../../engines/random/stream.ts';
import type { Table } from '../../../engines/table/table.ts';
import { percent } from '../../../platform/pdf/page.ts';
import { canonicalJson, type Json } from '../../../shared/canonical-json.ts';
import { type ReportFacts, reportPdf } from './report-pdf.ts';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

function people(rows: number, seed: bigint): Table {
  const stream = streamFor(seed, 0, 0);
  const income = Float64Array.from({ length: rows }, () => 1000 + stream.below(4000));
  return {
    rows,
    columns: [
      { kind: 'number', name: 'income', decimals: 0, values: income },
      {
        kind: 'number',
        name: 'spending',
        decimals: 0,
        values: income.map((one) => Math.round(one * (0.2 + stream.float() / 2))),
      },
      {
        kind: 'category',
        name: 'segment',
        dictionary: ['low', 'middle', 'high'],
        codes: Int32Array.from(income, (one) => Math.min(2, Math.floor(one / 2000))),
      },
    ],
  };
}

const sealed = (content: Omit<ReportFacts['manifest'], 'sha256'>): ReportFacts['manifest'] => ({
  ...content,
  sha256: canonicalHash(content as unknown as Json),
});

const batch = {
  batchId: '0a1b2c3d-0000-4000-8000-000000000000',
  entity: 'transactions',
  records: 600,
  createdAt: new Date('2026-02-03T04:05:06Z'),
  tenant: 'Harbor Credit Union',
  manifest: sealed({
    seed: '7',
    engine: { name: 'synthesize', version: 'synthesize/1' },
    source: { filename: 'movements.csv', records: 1200, sha256: sha256('source') },
    files: [{ name: 'transactions.csv', sha256: sha256('rows') }],
    notes: {},
  }),
};
function factsOf(parts: Pick<ReportFacts, 'quality' | 'privacy' | 'fromScratch'>): ReportFacts {
  const { quality, privacy, fromScratch: from_scratch } = parts;
  const json = canonicalJson({ quality, privacy, from_scratch } as unknown as Json);
  return { ...batch, ...parts, qualityScore: 97, privacyScore: null, json, sha256: sha256(json) };
}

longTest(
  'a learned batch: verdict, intervals, positive control, quality beside real data, hashes',
  async () => {
    const [train, holdout, made] = [people(600, 1n), people(600, 2n), people(600, 3n)];
    const quality = publishReport(
      qualityReport(train, made, { seed: 1n, holdout, target: 'spending', sensitive: ['segment'] }),
    ).report;
    quality.pictures!.push(
      {
        kind: 'fan',
        name: 'balance',
        column: 'Saldo',
        quantiles: [0.1, 0.25, 0.5, 0.75, 0.9],
        steps: ['2024-01', '2024-02', '2024-03'],
        sides: [{ side: 'real', values: Array(5).fill([2600, null, 2700]) }],
      },
      {
        kind: 'bars',
        name: 'months',
        column: 'booked',
        bins: [{ label: '2024-01', real: null, synthetic: 0.123 }],
      },
      {
        kind: 'bars',
        name: 'children',
        column: 'account names accounts.id',
        bins: [{ label: 'none', real: 0.25, synthetic: 0.5 }],
        orphans: { real: 0, synthetic: 0.017 },
      },
    );
    const guarantee = guaranteeOf(1);
    const options = { seed: 1n, guarantee };
    const privacy = publishReport(
      privacyReport(train, { holdout, synthetic: made, options }),
    ).report;
    const facts = factsOf({ quality, privacy, fromScratch: null });
    const { sha256: _unsealed, ...content } = batch.manifest;
    const learned = sealed({ ...content, notes: { privacy: { mechanism: 'AIM' } } });
    const pdf = await reportPdf({ ...facts, manifest: learned });
    const text = pdfText(pdf);
    const lines = text.split('\n');
    for (const line of [facts.batchId, facts.sha256, learned.sha256, 'Harbor Credit Union'])
      expect(lines).toContain(line);
    expect(lines).toContain('97/100');
    expect(text).toContain('movements.csv, 1200 rows');
    for (const drawn of ['Distributions', 'Correlations', 'middle']) expect(lines).toContain(drawn);
    expect(text).toContain('First two principal components');
    expect(text).toContain('Worst pair: ');
    for (const figure of ['2,600', '2,700', 'left out', '12.3%', 'Rows without a parent', '1.7%'])
      expect(lines).toContain(figure);
    const pages = lines.filter((line) => /^Page \d+ of \d+$/.test(line));
    expect(pages.at(-1)).toBe(`Page ${pages.length} of ${pages.length}`);
    expect(pdf.toString('latin1')).toMatch(/\/BaseFont \/[A-Z]{6}\+IBMPlexSerif/);
    expect(privacy.attacks.length).toBeGreaterThan(3);
    for (const { name, low, high } of privacy.attacks) {
      expect(text).toContain(name);
      expect(lines).toContain(`${percent(low)} to ${percent(high)}`);
    }
    expect(privacy.positiveControl?.detected).toBe(true);
    expect(text).toMatch(/Positive control: \d+ copies .* detected/);
    expect(privacy.linkage?.tested).toBe(600);
    expect(text).toContain('Record linkage: ');
    expect(text).toContain(quality.usefulness!.reason);
    for (const { name } of quality.usefulness!.checks) expect(text).toContain(name);
    expect(text).toContain('Sensitive columns: segment');
    expect(text).toContain('No difference between groups is shown to be wider');
    expect(text).toContain('Similarity by segment');
    const [low] = quality.fairness!.groupings[0]!.groups;
    expect(lines).toContain(`${(low!.likeness.holdout! * 100).toFixed(1)}%`);
    expect(text).toContain('differential privacy');
    expect(text).toContain('AIM, which trained this batch');
    expect(lines).toContain(quality.columnShapes!.toFixed(4));
    expect(lines).toContain(quality.holdout!.columnShapes!.toFixed(4));
    for (const { metric } of privacy.notMeasured) expect(text).toContain(metric.slice(0, 40));
    expect(text).not.toMatch(/anonymous|compliant/i);
    const [attached] = pdfAttachments(pdf);
    expect(sha256(attached!)).toBe(facts.sha256);
    expect((await reportPdf({ ...facts, manifest: learned })).equals(pdf)).toBe(true);
    // A forged manifest with its old hash gets another seal, and both hashes are printed.
    const forged = await reportPdf({ ...facts, manifest: { ...learned, seed: '8' } });
    expect(pdfText(forged).split(/\s+/).join(' ')).toContain(
      `${learned.sha256}: the manifest was changed`,
    );
    expect(pdfText(forged).split('\n')).toContain(
      canonicalHash({ ...content, seed: '8', notes: learned.notes } as unknown as Json),
    );
    const json = facts.json.replace('"verdict":"pass"', '"verdict":"fail"');
    expect(json).not.toBe(facts.json);
    const altered = pdfText(await reportPdf({ ...facts, json })).split('\n');
    expect(altered).toContain(sha256(json));
    expect(altered.join(' ').split(/\s+/).join(' ')).toContain(
      `${facts.sha256}: the report was changed`,
    );
  },
);

test('a batch from scratch: each figure beside its target, and no similarity', async () => {
  const figures = [
    { name: 'rows', value: 600, target: { low: 600, high: 600 }, source: 'request' },
    { name: 'mean purchase', value: null, target: { low: 25, high: 95 }, source: 'published' },
  ];
  const checks = [{ name: 'card numbers in a range of an issuer', checked: 400, found: 0 }];
  const fromScratch = fromScratchReport(600, figures, checks);
  const text = pdfText(
    await reportPdf({
      ...factsOf({ quality: null, privacy: null, fromScratch }),
      privacyScore: 100,
    }),
  );
  expect(text).toContain('By construction: the ledger adds up');
  expect(text).toContain('card numbers in a range of an issuer: 0 of 400 checked');
  expect(text).toContain('mean purchase: too few rows (n = 600)');
  expect(text).toContain('similarity to real data: there is no real table');
});
