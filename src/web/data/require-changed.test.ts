import { expect, test } from 'vitest';
import { requireChanged } from './require-changed.ts';

test('a change that reached no row is a refusal', () => {
  expect(() => requireChanged([{ id: 'a' }])).not.toThrow();
  for (const rows of [null, []]) {
    expect(() => requireChanged(rows)).toThrow('You do not have permission to change this.');
  }
});
