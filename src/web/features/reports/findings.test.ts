import { expect, it } from 'vitest';
import type { PrivacyReport, ReportDocument } from '../../data/report-document.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { findingsOf } from './findings.ts';

const attack = {
  name: 'linkability',
  risk: 0.02,
  low: 0,
  high: 0.06,
  attack: 0.1,
  attempts: 1000,
  control: 0.08,
  controlAttempts: 600,
  baseline: 0.01,
  stronger: true,
};
const equal = { train: 0, trainRows: 900, holdout: 0, holdoutRows: 600, pValue: 1 };

function findings(upper: number) {
  const privacy: PrivacyReport = {
    score: 85,
    verdict: 'pass',
    reason: '',
    assurance: 'A2',
    gates: [],
    copies: equal,
    nearCopies: equal,
    rareValues: equal,
    attacks: [{ ...attack, upper }],
    positiveControl: null,
    guarantee: null,
    notMeasured: [],
  };
  const report: ReportDocument = {
    quality: null,
    privacy,
    from_scratch: null,
    ordinal: null,
    cap: null,
  };
  return findingsOf({ manifest: null } as unknown as GenerationLog, report).map(
    ({ tone, text }) => ({
      tone,
      text,
    }),
  );
}

it('attacks pass only if their upper limits are below the line', () => {
  expect(findings(0.06)).toEqual([
    { tone: 'good', text: 'All 1 attacks stay below the limit of 9% excess risk.' },
  ]);
  expect(findings(0.12)).toEqual([
    {
      tone: 'open',
      text: 'No attack shows excess risk above 9%; 1 of 1 inconclusive with so few rows.',
    },
  ]);
});

it('does not praise a prediction that real rows do not allow', () => {
  const log = { manifest: null } as unknown as GenerationLog;
  const quality = {
    tstr: { target: 'agent', real: 0.49, synthetic: 0.47 },
    shapes: [],
    notMeasured: [],
    discriminatorAuc: null,
    holdout: null,
  } as unknown as ReportDocument['quality'];
  const report: ReportDocument = {
    quality,
    privacy: null,
    from_scratch: null,
    ordinal: null,
    cap: null,
  };
  const all = findingsOf(log, report);
  expect(all.find(({ text }) => text.includes('agent'))).toMatchObject({ tone: 'open' });
});
