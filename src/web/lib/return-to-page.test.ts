import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveOnPurpose, notePageLeft, takePageLeft } from './return-to-page.ts';

function openTab(address: string) {
  const items = new Map<string, string>();
  vi.stubGlobal('window', { location: new URL(address, 'http://sandbox.test') });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  return items;
}
beforeEach(() => {
  openTab('/reports?page=2#privacy');
  leaveOnPurpose(false);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('who signs in again comes back to the page, once', () => {
  notePageLeft('ann', []);
  expect(takePageLeft('ann')).toMatchObject({ path: '/reports?page=2#privacy' });
  expect(takePageLeft('ann')).toBeNull();
});

test('another user does not, and then no user does', () => {
  notePageLeft('ann', []);
  expect(takePageLeft('bob')).toBeNull();
  expect(takePageLeft('ann')).toBeNull();
});

test('who signs out notes no page, and forgets the one before', () => {
  notePageLeft('ann', []);
  leaveOnPurpose(true);
  notePageLeft('ann', []);
  expect(takePageLeft('ann')).toBeNull();
});

test('a sign-out that failed notes pages again, and so does the next session', () => {
  leaveOnPurpose(true);
  leaveOnPurpose(false);
  notePageLeft('ann', []);
  expect(takePageLeft('ann')).toMatchObject({ path: '/reports?page=2#privacy' });
  leaveOnPurpose(true);
  expect(takePageLeft('ann')).toBeNull();
  notePageLeft('ann', []);
  expect(takePageLeft('ann')).toMatchObject({ path: '/reports?page=2#privacy' });
});

test('returns nothing a second time', () => {
  const storage = openTab('/reports');
  notePageLeft('ann', []);
  expect(storage.size).toBe(1);
  takePageLeft('bob');
  expect(storage.size).toBe(0);
});
