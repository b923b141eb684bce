import { expect, test } from 'vitest';
import { outsideState } from './outside-state.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const signed = (at: string) => ({ kind: 'witness' as const, name: 'auditor.example/w1', at });

test('an external signature is red after 24 hours, if one is required', () => {
  const tone = (asked: boolean, at: string | null) =>
    outsideState({ outside_asked: asked, outside: at === null ? null : signed(at) }, now).tone;
  expect(tone(true, '2026-11-21T12:00:00Z')).toBe('plain');
  expect(tone(true, '2026-11-21T11:59:59Z')).toBe('danger');
  expect(tone(true, null)).toBe('danger');
  expect(tone(false, null)).toBe('plain');
});

test('reports missing external signers', () => {
  expect(outsideState({ outside_asked: false, outside: null }, now).note).toContain(
    'proof rests on the operator',
  );
});
