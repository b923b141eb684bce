import { expect, it } from 'vitest';
import { declaredFrom, kindOf, roleOf, treatmentOf } from './column-kinds.ts';

const column = { name: 'x', type: 'text', role: 'feature', personal: null, distinct: 5 } as const;

it('names a profiled column by its role, type and personal data', () => {
  expect(kindOf(column)).toBe('category');
  expect(kindOf({ ...column, type: 'date' })).toBe('date');
  expect(kindOf({ ...column, type: 'decimal' })).toBe('amount');
  expect(kindOf({ ...column, type: 'decimal', name: 'Orig Rate' })).toBe('rate');
  expect(kindOf({ ...column, type: 'integer', distinct: 900 })).toBe('amount');
  expect(kindOf({ ...column, role: 'personal', personal: 'email' })).toBe('contact');
  expect(kindOf({ ...column, role: 'personal', personal: 'vin' })).toBe('id-number');
  expect(kindOf({ ...column, role: 'reference', personal: 'iban' })).toBe('account');
  expect(kindOf({ ...column, role: 'reference' })).toBe('link');
});

it('reads kinds and the roles of earlier versions', () => {
  expect(['person', 'leave-out', 'feature', 'ignored', 'word'].map(declaredFrom)).toEqual([
    'person',
    'leave-out',
    'feature',
    'ignored',
    undefined,
  ]);
  expect(roleOf('contact')).toBe('personal');
  expect(roleOf('text')).toBe('text');
  expect(kindOf(column, 'ignored')).toBe('leave-out');
  expect([treatmentOf('rate'), treatmentOf('code'), treatmentOf('leave-out')]).toEqual([
    'learned',
    'generated',
    'left out',
  ]);
});
