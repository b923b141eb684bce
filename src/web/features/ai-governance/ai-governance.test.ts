import { describe, expect, it } from 'vitest';
import { approvalState } from '../../data/approval-state.ts';
import type { Approval, GovernanceRecord } from '../../data/rows.ts';
import { auditCsv, auditFilename } from './audit-csv.ts';
import { averagesOf } from './averages.ts';
import { filterRecords } from './filter-records.ts';
import { accuracyBadge, riskBadge } from './score-badges.ts';
import { accuracyBasis, riskBasis } from './score-basis.ts';

describe('badges (specification, section 9)', () => {
  it('calls accuracy Excellent from 0.9, Good from 0.7, otherwise Fair', () => {
    expect([0.9, 0.8999, 0.7, 0.6999].map((score) => accuracyBadge(score).label)).toEqual([
      'Excellent',
      'Good',
      'Good',
      'Fair',
    ]);
  });

  it('calls risk Low under 1.5, Medium under 2.5, otherwise High, N/A where empty', () => {
    expect([1.4999, 1.5, 2.4999, 2.5, null].map((score) => riskBadge(score).label)).toEqual([
      'Low',
      'Medium',
      'Medium',
      'High',
      'N/A',
    ]);
  });
});

const inForce: Approval = {
  state: 'approved',
  lapsed_because: null,
  intended_use: 'Load tests',
  audience: 'The team',
  expires_on: '2027-06-30',
  notes: null,
  exception_name: null,
  exception_reason: null,
  file_sha256: null,
  report_sha256: null,
  manifest_sha256: null,
  evidence: [],
  sha256: 'ab',
  approved_by: 'u1',
  approved_at: '2026-11-21T04:47:25+00:00',
  confirmed_by: null,
  confirmed_at: null,
  maker_checker: null,
};

describe('whether a record is approved', () => {
  const kind = (approved: boolean, ...approvals: Approval[]) =>
    approvalState({ approved_for_production: approved, current_approvals: approvals }).kind;
  it('follows its open approval, and one from before they stated terms has lapsed', () => {
    expect([
      kind(false),
      kind(false, { ...inForce, state: 'awaiting' }),
      kind(true, inForce),
      kind(true, { ...inForce, state: 'lapsed', lapsed_because: 'The report changed.' }),
      kind(true),
    ]).toEqual(['pending', 'awaiting', 'approved', 'lapsed', 'lapsed']);
  });
});

describe('the filter of the audit trail', () => {
  const record = (run_id: string, changes: Partial<GovernanceRecord>) =>
    ({
      run_id,
      model_type: 'synthesizer',
      dataset_ref: null,
      approved_for_production: false,
      current_approvals: [],
      ...changes,
    }) as GovernanceRecord;
  const records = [
    record('aa11', { dataset_ref: 'June.csv' }),
    record('bb22', {
      model_type: 'ensemble',
      approved_for_production: true,
      current_approvals: [inForce],
    }),
    record('cc33', { dataset_ref: 'July.csv', approved_for_production: true }),
  ];
  it.each([
    ['', undefined, ['aa11', 'bb22', 'cc33']],
    [' jU', undefined, ['aa11', 'cc33']],
    ['ENSEMBLE', undefined, ['bb22']],
    ['cc3', undefined, ['cc33']],
    ['', 'lapsed', ['cc33']],
    ['june', 'approved', []],
  ] as const)('“%s” of status %s', (typed, status, found) => {
    expect(filterRecords(records, { typed, status }).map(({ run_id }) => run_id)).toEqual(found);
  });
});

describe('the audit trail as CSV', () => {
  it('has exactly the seven columns, four decimals, and nothing where nothing is known', () => {
    const csv = auditCsv([
      {
        run_id: 'r1',
        model_type: 'isolation-forest',
        dataset_ref: '=cmd,|calc',
        accuracy_score: 0.5,
        risk_score: null,
        approved_for_production: true,
        current_approvals: [inForce],
        created_at: '2026-11-21T04:47:25+00:00',
      },
    ]);
    expect(csv).toBe(
      'Run ID,Model Type,Dataset,Accuracy Score,Risk Score,Approved,Date\r\n' +
        `r1,isolation-forest,"'=cmd,|calc",0.5000,,Yes,2026-11-21T04:47:25.000Z\r\n`,
    );
  });

  it('is named by date', () => {
    expect(auditFilename(new Date('2026-11-21T23:59:59Z'))).toBe(
      'ai-governance-audit-2026-11-21.csv',
    );
  });
});

describe('averages of the cards', () => {
  it('leave out what has no score, and never mix what means something else', () => {
    const scores = [
      { score: 0.5, basis: 'quality' },
      { score: 0.9, basis: 'agreement' },
      { score: null, basis: 'quality' },
      { score: 1, basis: 'quality' },
      { score: 0.2, basis: '' },
    ];
    expect(averagesOf(scores, ['AUC', 'quality', 'agreement'])).toEqual([
      { basis: 'quality', mean: 0.75, runs: 2 },
      { basis: 'agreement', mean: 0.9, runs: 1 },
      { basis: '', mean: 0.2, runs: 1 },
    ]);
    expect(averagesOf([{ score: null, basis: '' }], [])).toEqual([]);
  });
});

it('labels a risk as disclosure or anomalies', () => {
  const word = (model_type: string, manifest: Record<string, unknown> | null) =>
    riskBasis({ model_type, manifest })?.[0];
  expect(word('Synthesizer (balanced)', { notes: { risk: 'disclosure risk' } })).toBe('disclosure');
  expect(word('Pattern analysis', { risk: 'share of rows' })).toBe('anomalies');
  expect(word('Copula', null)).toBeUndefined();
});

it('labels an accuracy: against labels, between detectors, or of a report', () => {
  const of = (model_type: string, accuracy?: string) =>
    accuracyBasis({ model_type, manifest: accuracy === undefined ? null : { accuracy } })?.[0];
  expect(of('Pattern analysis', 'AUC against the labels of the file')).toBe('AUC');
  expect(
    of('Pattern analysis', 'mean rank correlation between detectors: agreement, not accuracy'),
  ).toBe('agreement');
  expect(of('Synthesizer (balanced)')).toBe('quality');
  expect(of('Copula')).toBeUndefined();
});
