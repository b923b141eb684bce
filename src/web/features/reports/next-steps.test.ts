import { expect, it } from 'vitest';
import type { ReportDocument } from '../../data/report-document.ts';
import { nextSteps, requestOf, scaleFor } from './next-steps.ts';

const request = { mode: 'balanced', count: 500, given: { Land: 'DE' }, seed: '7' };
const batch = {
  manifest: { request },
  record_count: 500,
  entity_type: 'transactions',
} as unknown as Parameters<typeof nextSteps>[0];
const dataset = (roles = {}) => ({
  roles,
  profile: null,
  record_count: 500,
  schema: { Kennzeichen: 'text', Land: 'text', Art: 'text' },
});
const report = (parts: object) =>
  ({ quality: null, privacy: null, from_scratch: null, ...parts }) as unknown as ReportDocument;
const fixes = (parts: object, roles = {}) =>
  nextSteps(batch, report(parts), dataset(roles)).map(({ fix }) => fix);
const persons = (...columns: object[]) => ({
  privacy: { attacks: [], gates: [], persons: { columns, identity: null } },
});
const plates = { column: 'Kennzeichen', kind: 'license_plate', values: 148, found: 148, pValue: 0 };

it('makes a column with real values personal, and leaves out one that is already', () => {
  expect(fixes(persons(plates))).toEqual([
    { kind: 'role', column: 'Kennzeichen', role: 'id-number' },
  ]);
  expect(fixes(persons(plates), { Kennzeichen: 'personal' })).toEqual([
    { kind: 'role', column: 'Kennzeichen', role: 'leave-out' },
  ]);
  expect(fixes(persons({ ...plates, pValue: 0.2 }))).toEqual([]);
});

it('offers Cautious for a failed check, but no step for a column under a condition', () => {
  const gates = [{ name: 'copies', limit: 30, reason: '9 of 400 training rows appear unchanged' }];
  expect(fixes({ privacy: { attacks: [], gates } })).toEqual([{ kind: 'mode', mode: 'cautious' }]);
  expect(fixes(persons({ ...plates, column: 'Land' }))).toEqual([]);
  const cautious = { ...batch, manifest: { request: { ...request, mode: 'cautious' } } };
  const failed = report({ privacy: { attacks: [], gates } });
  expect(nextSteps(cautious as typeof batch, failed, dataset()).map(({ fix }) => fix)).toEqual([
    { kind: 'private' },
  ]);
});

it('leaves an unfit column out, and asks for the form of one that is not kept', () => {
  const check = { name: 'values', column: 'Art', verdict: 'unfit', reason: 'Art is wrong' };
  const quality = {
    usefulness: { verdict: 'unfit', reason: '', checks: [check] },
    forms: [{ column: 'Kennzeichen', parse: 0.8, mask: 1 }],
  };
  expect(fixes({ quality })).toEqual([
    { kind: 'form', column: 'Kennzeichen' },
    { kind: 'role', column: 'Art', role: 'leave-out' },
  ]);
});

it('names a step for rows of limited use', () => {
  const limited = (checks: object[], mode: string) => {
    const quality = { usefulness: { verdict: 'limited', reason: 'pairs differ', checks } };
    const asked = { ...batch, manifest: { request: { ...request, mode } } } as typeof batch;
    return nextSteps(asked, report({ quality }), dataset()).map(({ fix }) => fix);
  };
  const ofColumn = { name: 'tail', column: 'Art', verdict: 'limited', reason: 'the tail is lost' };
  const ofTable = { name: 'pairs', verdict: 'limited', reason: 'pairs differ' };
  expect(limited([ofColumn], 'balanced')).toEqual([{ kind: 'reading', column: 'Art' }]);
  expect(limited([ofTable], 'balanced')).toEqual([{ kind: 'mode', mode: 'fidelity' }]);
  expect(limited([ofTable], 'cautious')).toEqual([{ kind: 'mode', mode: 'balanced' }]);
  expect(limited([ofTable], 'private')).toEqual([{ kind: 'budget' }]);
  expect(limited([ofTable], 'fidelity')).toEqual([]);
});

it('makes a modeled column Personal whose values look like persons', () => {
  const profile = {
    columns: [{ name: 'Kennzeichen', role: 'feature', personal: 'license_plate' }],
  };
  const quality = { forms: [{ column: 'Kennzeichen', parse: 0, mask: 0 }] };
  const own = { ...dataset(), profile } as unknown as Parameters<typeof nextSteps>[2];
  expect(nextSteps(batch, report({ quality }), own).map(({ fix }) => fix)).toEqual([
    { kind: 'role', column: 'Kennzeichen', role: 'id-number' },
  ]);
});

it('offers more rows where a batch is too small for scores', () => {
  const small = { ...batch, record_count: 50 } as typeof batch;
  expect(nextSteps(small, null, dataset())[0]?.fix).toEqual({ kind: 'rows', count: 1000 });
});

it('repeats the request of the batch under a new seed', () => {
  expect(requestOf(batch)).toEqual({
    kind: 'dataset',
    request: { count: 500, mode: 'balanced', given: { Land: 'DE' } },
  });
});

it('names steps of a linked table, and the scale that draws so many of its rows', () => {
  const settings = {
    table: 'claims',
    scale: 0.5,
    mode: 'balanced',
    given: { claims: { Land: 'DE' } },
  };
  const linked = {
    manifest: { request: settings },
    record_count: 50,
    entity_type: 'table',
  } as unknown as typeof batch;
  expect(requestOf(linked)).toEqual({
    kind: 'tables',
    table: 'claims',
    request: { scale: 0.5, mode: 'balanced', given: { claims: { Land: 'DE' } } },
  });
  const steps = nextSteps(
    linked,
    report(persons(plates, { ...plates, column: 'Land' })),
    dataset(),
  );
  expect(steps.map(({ fix }) => fix)).toEqual([
    { kind: 'role', column: 'Kennzeichen', role: 'id-number' },
    { kind: 'rows', count: 1000 },
  ]);
  expect(scaleFor(linked, 0.5, 1000)).toBe(10);
});

it('leaves out a column whose values can be inferred', () => {
  const attack = {
    name: 'inference of Art',
    column: 'Art',
    risk: 0.4,
    low: 0.3,
    high: 0.5,
    upper: 0.5,
    attack: 0.6,
    attempts: 900,
    control: 0.2,
    controlAttempts: 900,
    baseline: 0.1,
    stronger: true,
  };
  const profile = { columns: [{ name: 'Art', role: 'feature', personal: null }] };
  const own = { ...dataset(), profile } as unknown as Parameters<typeof nextSteps>[2];
  const found = report({ privacy: { attacks: [attack], gates: [] } });
  expect(nextSteps(batch, found, own).map(({ fix }) => fix)).toContainEqual({
    kind: 'role',
    column: 'Art',
    role: 'leave-out',
  });
});
